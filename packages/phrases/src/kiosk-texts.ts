import type { Language } from '@vestibule/contract/platform/values.ts';
import { invitation, type InvitationTexts } from './en/kiosks/invitation.ts';
import { kiosk, type KioskTexts } from './en/kiosks/kiosk.ts';
import { staff, type StaffTexts } from './en/kiosks/staff.ts';

export interface AllKioskTexts extends KioskTexts, StaffTexts {
  invitation: InvitationTexts;
}

type Parts = [{ kiosk: KioskTexts }, { invitation: InvitationTexts }, { staff: StaffTexts }];

/** Each language loads when a visitor chooses it. */
const texts: Record<Exclude<Language, 'en'>, () => Promise<Parts>> = {
  no: () =>
    Promise.all([import('./no/kiosks/kiosk.ts'), import('./no/kiosks/invitation.ts'), import('./no/kiosks/staff.ts')]),
  dk: () =>
    Promise.all([import('./dk/kiosks/kiosk.ts'), import('./dk/kiosks/invitation.ts'), import('./dk/kiosks/staff.ts')]),
  se: () =>
    Promise.all([import('./sv/kiosks/kiosk.ts'), import('./sv/kiosks/invitation.ts'), import('./sv/kiosks/staff.ts')]),
  sv: () =>
    Promise.all([import('./sv/kiosks/kiosk.ts'), import('./sv/kiosks/invitation.ts'), import('./sv/kiosks/staff.ts')]),
  fi: () =>
    Promise.all([import('./fi/kiosks/kiosk.ts'), import('./fi/kiosks/invitation.ts'), import('./fi/kiosks/staff.ts')]),
  nl: () =>
    Promise.all([import('./nl/kiosks/kiosk.ts'), import('./nl/kiosks/invitation.ts'), import('./nl/kiosks/staff.ts')]),
  de: () =>
    Promise.all([import('./de/kiosks/kiosk.ts'), import('./de/kiosks/invitation.ts'), import('./de/kiosks/staff.ts')]),
  fr: () =>
    Promise.all([import('./fr/kiosks/kiosk.ts'), import('./fr/kiosks/invitation.ts'), import('./fr/kiosks/staff.ts')]),
  it: () =>
    Promise.all([import('./it/kiosks/kiosk.ts'), import('./it/kiosks/invitation.ts'), import('./it/kiosks/staff.ts')]),
  es: () =>
    Promise.all([import('./es/kiosks/kiosk.ts'), import('./es/kiosks/invitation.ts'), import('./es/kiosks/staff.ts')]),
  pt: () =>
    Promise.all([import('./pt/kiosks/kiosk.ts'), import('./pt/kiosks/invitation.ts'), import('./pt/kiosks/staff.ts')]),
  et: () =>
    Promise.all([import('./et/kiosks/kiosk.ts'), import('./et/kiosks/invitation.ts'), import('./et/kiosks/staff.ts')]),
  lv: () =>
    Promise.all([import('./lv/kiosks/kiosk.ts'), import('./lv/kiosks/invitation.ts'), import('./lv/kiosks/staff.ts')]),
  lt: () =>
    Promise.all([import('./lt/kiosks/kiosk.ts'), import('./lt/kiosks/invitation.ts'), import('./lt/kiosks/staff.ts')]),
  pl: () =>
    Promise.all([import('./pl/kiosks/kiosk.ts'), import('./pl/kiosks/invitation.ts'), import('./pl/kiosks/staff.ts')]),
};

export async function kioskTexts(language: Language): Promise<AllKioskTexts> {
  if (language === 'en') return { ...kiosk, ...staff, invitation };
  const [visits, guests, rest] = await texts[language]();
  return { ...visits.kiosk, ...rest.staff, ...guests };
}
