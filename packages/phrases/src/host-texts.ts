import type { Language } from '@vestibule/contract/platform/values.ts';
import type { HostTexts } from './en/visits/my.ts';

/** English is missing: the console has it. */
const texts: Record<Exclude<Language, 'en'>, () => Promise<{ hostTexts: HostTexts }>> = {
  no: () => import('./no/visits/my.ts'),
  dk: () => import('./dk/visits/my.ts'),
  se: () => import('./sv/visits/my.ts'),
  sv: () => import('./sv/visits/my.ts'),
  fi: () => import('./fi/visits/my.ts'),
  nl: () => import('./nl/visits/my.ts'),
  de: () => import('./de/visits/my.ts'),
  fr: () => import('./fr/visits/my.ts'),
  it: () => import('./it/visits/my.ts'),
  es: () => import('./es/visits/my.ts'),
  pt: () => import('./pt/visits/my.ts'),
  et: () => import('./et/visits/my.ts'),
  lv: () => import('./lv/visits/my.ts'),
  lt: () => import('./lt/visits/my.ts'),
  pl: () => import('./pl/visits/my.ts'),
};

/** Texts by the namespaces of the console. Null for English. */
export async function hostTextsByWing(language: Language) {
  if (language === 'en') return null;
  const { hostTexts } = await texts[language]();
  const { my, invitations, ui, shell, errors, session } = hostTexts;
  return { platform: { ui, shell, errors }, accounts: { session }, visits: { my, invitations } };
}
