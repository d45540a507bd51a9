import { gdprHandlings } from '@vestibule/contract/building/retention.ts';
import type { DeviceTenant } from '@vestibule/contract/kiosks/device.ts';
import type { KioskSettings } from '@vestibule/contract/kiosks/kiosk-settings.ts';
import type { InvitationTexts } from '@vestibule/phrases/en/kiosks/invitation.ts';

export type Act = 'checkIn' | 'checkOut' | 'delivery';

export type Question =
  | 'phone'
  /** What the look-up found, with the next steps. */
  | 'found'
  | 'name'
  | 'company'
  | 'tenant'
  | 'employee'
  /** Consent, remembering and badges, as far as they are open. */
  | 'confirm';

/** The parts of the last question. */
export type Ask = 'consent' | 'remember' | 'badges';

/** What a look-up found. By phone it names no host, because a typed phone proves no identity. */
export type Finding =
  /** The last host can be visited again. */
  | { kind: 'returning' }
  | { kind: 'expected'; tenant: DeviceTenant; hasHost: boolean }
  /** `visitor` applies if the visitor begins another visit. */
  | { kind: 'inside'; since: string; visitor: Answers }
  /** A pass that is valid now. Its tenant and host are answers already. */
  | { kind: 'invited' }
  /** A pass outside of the time in which it is valid. */
  | { kind: 'outside'; from: string; until: string }
  | { kind: 'unusable'; reason: keyof InvitationTexts['unusable'] };

/** `undefined`: not asked yet. */
export interface Answers {
  /** As typed, with the dial code. */
  phone?: string;
  /** From a badge or an invitation, instead of the phone. */
  badgeCode?: string;
  /** The letters of a pass, instead of the phone. */
  pass?: string;
  /** The pass was opened without the network. */
  wasOpenedOffline?: boolean;
  /** The guest of a pass has given no phone. */
  lacksPhone?: boolean;
  /** The only part of a known visitor's name that the kiosk gets. */
  firstName?: string;
  /** Null after the visitor has chosen the next step. */
  finding?: Finding | null;
  /** The start of the open visit that a check-out ends, and no later one. */
  checkedInSince?: string;
  /** The start of an open visit that ends before this one begins: the visitor forgot to check out. */
  endsVisitSince?: string;
  /** Null for a known visitor: the server knows it. */
  name?: string | null;
  /** Null for a known visitor: the server knows it. */
  companyName?: string | null;
  tenant?: DeviceTenant;
  /** Null: no particular person. */
  employee?: { id: number; name: string } | null;
  /** The host of the expectation, whose name the kiosk does not get. */
  meetsExpectedHost?: boolean;
  /** The host of the last visit, whose name the kiosk does not get. */
  repeatsLastVisit?: LastVisit;
  hasConsented?: boolean;
  /** Null if the visitor is not asked. */
  shouldSaveData?: boolean | null;
  badges?: { main: boolean; parking: boolean };
}

/** Requirements that the unknown last tenant may have. */
export interface LastVisit {
  enableGdpr: boolean;
  gdprHandling: DeviceTenant['gdprHandling'];
  hasBadges: boolean;
}

export type FlowSettings = Pick<KioskSettings, 'enableSaveVisitor' | 'isPrinterOn'>;

/** The remaining questions, in order. */
export function questionsOf({ act, answers }: { act: Act; answers: Answers }, settings: FlowSettings): Question[] {
  const { phone, badgeCode, pass, lacksPhone = false, finding, name, companyName, tenant, repeatsLastVisit } = answers;
  const isFound = finding !== undefined && finding !== null;
  if (act === 'delivery') return tenant === undefined ? ['tenant'] : [];
  if (act === 'checkOut') return phone === undefined ? ['phone'] : isFound ? ['found'] : [];
  const knowsHost = answers.meetsExpectedHost === true || answers.employee !== undefined;
  const needsConfirm = asksOf(answers, settings).length > 0;
  // The last question greets a guest whose data is complete, which saves a touch.
  const isGreetedLater =
    finding?.kind === 'invited' && needsConfirm && !lacksPhone && name !== undefined && companyName !== undefined;
  const isOpen: [Question, boolean][] = [
    ['found', isFound && !isGreetedLater],
    ['phone', phone === undefined && badgeCode === undefined && (pass === undefined || lacksPhone)],
    ['name', name === undefined],
    ['company', companyName === undefined],
    ['tenant', !repeatsLastVisit && tenant === undefined],
    ['employee', !repeatsLastVisit && !knowsHost && tenant !== undefined && tenant.employees.length > 0],
    ['confirm', needsConfirm],
  ];
  return isOpen.filter(([, open]) => open).map(([question]) => question);
}

/** The open parts of the last question. */
export function asksOf(answers: Answers, settings: FlowSettings): Ask[] {
  const { tenant, repeatsLastVisit, hasConsented, shouldSaveData, badges } = answers;
  const destination = repeatsLastVisit ?? tenant;
  const isOpen: [Ask, boolean][] = [
    ['consent', hasConsented === undefined && destination !== undefined && destination.enableGdpr],
    ['remember', shouldSaveData === undefined && settings.enableSaveVisitor],
    // The kiosk does not know the last tenant, so the desk prints its badge.
    [
      'badges',
      !repeatsLastVisit && badges === undefined && settings.isPrinterOn && tenant !== undefined && hasBadges(tenant),
    ],
  ];
  return isOpen.filter(([, open]) => open).map(([ask]) => ask);
}

/** Whether the server adds remembered data. Then the kiosk prints no badge. A pass proves the identity, as a code does. */
export function usesMemory({ pass, name, companyName, repeatsLastVisit, meetsExpectedHost }: Answers): boolean {
  if (pass !== undefined) return false;
  return name === null || companyName === null || repeatsLastVisit !== undefined || meetsExpectedHost === true;
}

/** The name to greet with: the full name only if the visitor typed it or showed a code. */
export function greetedName({ name, firstName }: Answers): string | undefined {
  return name ?? firstName;
}

/** For the unknown tenant of the last visit: no tenant keeps visits longer. Undefined if one keeps them without end. */
export function longestRetention(tenants: readonly DeviceTenant[]): DeviceTenant['gdprHandling'] {
  if (tenants.some(({ enableGdpr, gdprHandling }) => !enableGdpr || gdprHandling === undefined)) return undefined;
  return gdprHandlings.findLast((handling) => tenants.some(({ gdprHandling }) => gdprHandling === handling));
}

export function hasBadges({ enablePrintBadgeOption, enablePrintParkingBadgeOption }: DeviceTenant): boolean {
  return enablePrintBadgeOption || enablePrintParkingBadgeOption;
}

/** The kiosk prints a badge only for a visitor who types name and company. */
export function typedForBadge(answers: Answers): Answers {
  const { badges, name, companyName, ...others } = answers;
  const wantsBadge = badges?.main === true || badges?.parking === true;
  const isUnnamed = others.pass === undefined && (name === null || companyName === null);
  return wantsBadge && isUnnamed ? { ...others, badges } : answers;
}
