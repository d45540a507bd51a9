import type { Language } from '@vestibule/contract/platform/values.ts';
import { kiosk, type KioskTexts } from './en/kiosk.ts';

/** The languages of the kiosk, each fetched when it is chosen; English comes with the first load. */
const texts: Record<Language, () => Promise<{ kiosk: KioskTexts }>> = {
  en: () => Promise.resolve({ kiosk }),
  no: () => import('./no/kiosk.ts'),
  dk: () => import('./dk/kiosk.ts'),
  se: () => import('./sv/kiosk.ts'),
  sv: () => import('./sv/kiosk.ts'),
  fi: () => import('./fi/kiosk.ts'),
  nl: () => import('./nl/kiosk.ts'),
  de: () => import('./de/kiosk.ts'),
  fr: () => import('./fr/kiosk.ts'),
  it: () => import('./it/kiosk.ts'),
  es: () => import('./es/kiosk.ts'),
  pt: () => import('./pt/kiosk.ts'),
  et: () => import('./et/kiosk.ts'),
  lv: () => import('./lv/kiosk.ts'),
  lt: () => import('./lt/kiosk.ts'),
  pl: () => import('./pl/kiosk.ts'),
};

/** The texts of the kiosk in a language. Rejects where they cannot be fetched. */
export async function kioskTexts(language: Language): Promise<KioskTexts> {
  return (await texts[language]()).kiosk;
}
