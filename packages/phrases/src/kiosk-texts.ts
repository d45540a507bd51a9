import type { Language } from '@vestibule/contract/platform/values.ts';
import { kiosk, type KioskTexts } from './en/kiosks/kiosk.ts';

/** Each language loads when a visitor chooses it. English is in the first load. */
const texts: Record<Language, () => Promise<{ kiosk: KioskTexts }>> = {
  en: () => Promise.resolve({ kiosk }),
  no: () => import('./no/kiosks/kiosk.ts'),
  dk: () => import('./dk/kiosks/kiosk.ts'),
  se: () => import('./sv/kiosks/kiosk.ts'),
  sv: () => import('./sv/kiosks/kiosk.ts'),
  fi: () => import('./fi/kiosks/kiosk.ts'),
  nl: () => import('./nl/kiosks/kiosk.ts'),
  de: () => import('./de/kiosks/kiosk.ts'),
  fr: () => import('./fr/kiosks/kiosk.ts'),
  it: () => import('./it/kiosks/kiosk.ts'),
  es: () => import('./es/kiosks/kiosk.ts'),
  pt: () => import('./pt/kiosks/kiosk.ts'),
  et: () => import('./et/kiosks/kiosk.ts'),
  lv: () => import('./lv/kiosks/kiosk.ts'),
  lt: () => import('./lt/kiosks/kiosk.ts'),
  pl: () => import('./pl/kiosks/kiosk.ts'),
};

export async function kioskTexts(language: Language): Promise<KioskTexts> {
  return (await texts[language]()).kiosk;
}
