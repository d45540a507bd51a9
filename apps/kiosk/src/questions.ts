import type { DeviceTenant } from '@vestibule/contract/kiosks/device.ts';
import type { KioskSettings } from '@vestibule/contract/kiosks/kiosk-settings.ts';

/** The visitor's purpose at the kiosk. */
export type Act = 'checkIn' | 'checkOut' | 'delivery';

/** A question, each on a screen of its own. */
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

/** What has been answered. `undefined`: not asked yet. */
export interface Answers {
  /** As typed, with the country's code before it. */
  phone?: string;
  /** Code from a badge or an invitation, instead of the phone. */
  badgeCode?: string;
  /** All that the kiosk learns of a known visitor's name. */
  firstName?: string;
  /** When the visit began that the visitor has not ended yet. */
  checkedInSince?: string;
  /** Null for a known visitor: the server knows it. */
  name?: string | null;
  /** Null for a known visitor: the server knows it. */
  companyName?: string | null;
  tenant?: DeviceTenant;
  /** Null: no particular person. */
  employee?: { id: number; name: string } | null;
  /** Offers the host of the last visit, whom the kiosk does not know. */
  canRepeatLastVisit?: boolean;
  /** The host of the last visit, in place of `tenant` and `employee`. */
  repeatsLastVisit?: LastVisit;
  hasConsented?: boolean;
  /** Null where the visitor is not asked. */
  shouldSaveData?: boolean | null;
  badges?: { main: boolean; parking: boolean };
}

/** Requirements the unknown last tenant may have. */
export interface LastVisit {
  enableGdpr: boolean;
  hasBadges: boolean;
}

/** What of the settings decides which questions are asked. */
export type FlowSettings = Pick<KioskSettings, 'enableSaveVisitor' | 'isPrinterOn'>;

/** The questions that are still to be answered, in their order. */
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
    // The desk prints the badge of a visitor whose host the kiosk does not know.
    [
      'badges',
      !repeatsLastVisit && badges === undefined && settings.isPrinterOn && tenant !== undefined && hasBadges(tenant),
    ],
  ];
  return isOpen.filter(([, open]) => open).map(([question]) => question);
}

/** Whether name, company or host come from the server's memory: then the kiosk names no host and prints no badge. */
export function usesMemory({ name, companyName, repeatsLastVisit }: Answers): boolean {
  return name === null || companyName === null || repeatsLastVisit !== undefined;
}

/** The name by which the kiosk may greet a visitor: the full name only of a visitor who typed it, or showed a code. */
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
