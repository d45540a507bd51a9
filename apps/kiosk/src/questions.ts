import type { DeviceTenant } from '@vestibule/contract/kiosks/device.ts';
import type { KioskSettings } from '@vestibule/contract/kiosks/kiosk-settings.ts';

export type Act = 'checkIn' | 'checkOut' | 'delivery';

export type Question =
  | 'phone'
  | 'inside'
  | 'name'
  | 'company'
  | 'tenant'
  | 'employee'
  | 'consent'
  | 'remember'
  | 'badges';

/** `undefined`: not asked yet. */
export interface Answers {
  /** As typed, with the dial code. */
  phone?: string;
  /** From a badge or an invitation, instead of the phone. */
  badgeCode?: string;
  /** The only part of a known visitor's name that the kiosk gets. */
  firstName?: string;
  /** The start of the open visit. */
  checkedInSince?: string;
  /** Null for a known visitor: the server knows it. */
  name?: string | null;
  /** Null for a known visitor: the server knows it. */
  companyName?: string | null;
  tenant?: DeviceTenant;
  /** Null: no particular person. */
  employee?: { id: number; name: string } | null;
  /** Offers the host of the last visit, whose name the kiosk does not get. */
  canRepeatLastVisit?: boolean;
  repeatsLastVisit?: LastVisit;
  hasConsented?: boolean;
  /** Null if the visitor is not asked. */
  shouldSaveData?: boolean | null;
  badges?: { main: boolean; parking: boolean };
}

/** Requirements that the unknown last tenant may have. */
export interface LastVisit {
  enableGdpr: boolean;
  hasBadges: boolean;
}

export type FlowSettings = Pick<KioskSettings, 'enableSaveVisitor' | 'isPrinterOn'>;

/** The remaining questions, in order. */
export function questionsOf({ act, answers }: { act: Act; answers: Answers }, settings: FlowSettings): Question[] {
  const { phone, badgeCode, checkedInSince, name, companyName, tenant, repeatsLastVisit, employee } = answers;
  if (act === 'checkOut') return phone === undefined ? ['phone'] : [];
  if (act === 'delivery') return tenant === undefined ? ['tenant'] : [];
  if (checkedInSince !== undefined) return ['inside'];
  const { hasConsented, shouldSaveData, badges } = answers;
  const destination = repeatsLastVisit ?? tenant;
  const isOpen: [Question, boolean][] = [
    ['phone', phone === undefined && badgeCode === undefined],
    ['name', name === undefined],
    ['company', companyName === undefined],
    ['tenant', destination === undefined],
    ['employee', !repeatsLastVisit && employee === undefined && tenant !== undefined && tenant.employees.length > 0],
    ['consent', hasConsented === undefined && destination !== undefined && destination.enableGdpr],
    ['remember', shouldSaveData === undefined && settings.enableSaveVisitor],
    // The kiosk does not know the host, so the desk prints the badge.
    [
      'badges',
      !repeatsLastVisit && badges === undefined && settings.isPrinterOn && tenant !== undefined && hasBadges(tenant),
    ],
  ];
  return isOpen.filter(([, open]) => open).map(([question]) => question);
}

/** Whether the server adds remembered data. Then the kiosk prints no badge. */
export function usesMemory({ name, companyName, repeatsLastVisit }: Answers): boolean {
  return name === null || companyName === null || repeatsLastVisit !== undefined;
}

/** The name to greet with: the full name only if the visitor typed it or showed a code. */
export function greetedName({ name, firstName }: Answers): string | undefined {
  return name ?? firstName;
}

export function hasBadges({ enablePrintBadgeOption, enablePrintParkingBadgeOption }: DeviceTenant): boolean {
  return enablePrintBadgeOption || enablePrintParkingBadgeOption;
}

/** The kiosk prints a badge only for a visitor who types name and company. */
export function typedForBadge(answers: Answers): Answers {
  const { badges, name, companyName, ...others } = answers;
  const wantsBadge = badges?.main === true || badges?.parking === true;
  return wantsBadge && (name === null || companyName === null) ? { ...others, badges } : answers;
}
