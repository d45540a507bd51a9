import type { Language } from '@vestibule/contract/values.ts';
import { kiosk, type KioskTexts } from './en/kiosk.ts';

/** The languages that the kiosk speaks besides English, fetched when one is chosen; English stands in for the others. */
const translated: Partial<Record<Language, () => Promise<{ kiosk: KioskTexts }>>> = {
  no: () => import('./no/kiosk.ts'),
};

/** The texts of the kiosk in a language. */
export async function kioskTexts(language: Language): Promise<KioskTexts> {
  const texts = await translated[language]?.();
  return texts?.kiosk ?? kiosk;
}
