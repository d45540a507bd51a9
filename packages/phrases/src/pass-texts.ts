import type { Language } from '@vestibule/contract/platform/values.ts';
import { pass, type PassTexts } from './en/visits/pass.ts';

/** A guest loads one language. English is there at once, for pages without a guest. */
const texts: Record<Language, () => Promise<{ pass: PassTexts }>> = {
  en: () => Promise.resolve({ pass }),
  no: () => import('./no/visits/pass.ts'),
  dk: () => import('./dk/visits/pass.ts'),
  se: () => import('./sv/visits/pass.ts'),
  sv: () => import('./sv/visits/pass.ts'),
  fi: () => import('./fi/visits/pass.ts'),
  nl: () => import('./nl/visits/pass.ts'),
  de: () => import('./de/visits/pass.ts'),
  fr: () => import('./fr/visits/pass.ts'),
  it: () => import('./it/visits/pass.ts'),
  es: () => import('./es/visits/pass.ts'),
  pt: () => import('./pt/visits/pass.ts'),
  et: () => import('./et/visits/pass.ts'),
  lv: () => import('./lv/visits/pass.ts'),
  lt: () => import('./lt/visits/pass.ts'),
  pl: () => import('./pl/visits/pass.ts'),
};

export async function passTexts(language: Language): Promise<PassTexts> {
  return (await texts[language]()).pass;
}
