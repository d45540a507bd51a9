import type { SyncFailure } from '@vestibule/contract/building/directory.ts';
import type { GuestKind, HostKind, MailKind, SmsKind } from '@vestibule/contract/platform/message-words.ts';

export interface Arrival {
  visitor: string;
  visitorCompany: string;
  host: string;
  tenant: string;
  time: string;
}

/** To a colleague of the host. */
interface Unanswered extends Arrival {
  recipient: string;
}

interface KioskNews {
  kiosk: string;
  house: string;
  date: string;
  time: string;
}

/** An invitation as its guest reads it. "until" is the last day of a series. */
export interface GuestFacts {
  guest: string;
  house: string;
  address: string | null;
  directions: string | null;
  tenant: string;
  host: string | null;
  title: string | null;
  note: string | null;
  date: string;
  time: string;
  endTime: string;
  until: string | null;
  /** Other dates of a canceled series are not canceled. */
  othersStay?: boolean | undefined;
  /** The time before the change, if it moved: with the date, if that moved too. */
  was?: string | undefined;
  /** The 8 characters of the pass. */
  code: string | null;
}

/** A reply of a guest as the host reads it. */
export interface ReplyFacts {
  host: string;
  guest: string;
  title: string | null;
  date: string;
  time: string;
  endTime: string;
  until: string | null;
}

/** "time" is that of the check-in. */
interface StillHere {
  visitor: string;
  house: string;
  time: string;
}

export interface MailFacts extends Record<GuestKind, GuestFacts>, Record<HostKind, ReplyFacts> {
  /** `organization` is the inviting company, tenant or partner; null for the provider's staff. */
  invite: { organization: string | null; validHours: number };
  passwordReset: { validHours: number };
  hostLink: { validMinutes: number };
  directoryFailed: { tenant: string; failure: SyncFailure; times: number };
  kioskOffline: KioskNews;
  kioskOnline: KioskNews;
  arrival: Arrival;
  unanswered: Unanswered;
  stillHere: StillHere;
}

/** What the text of an SMS needs to know, by kind. `house` is the company whose building it is. */
export interface SmsFacts extends Record<GuestKind, GuestFacts>, Record<HostKind, ReplyFacts> {
  arrival: Arrival;
  unanswered: Unanswered;
  visitConfirmation: { house: string; tenant: string; host: string | null; date: string; time: string };
  wifi: { house: string; info: string };
  preregistration: { house: string; tenant: string; link: string };
  delivery: { house: string; tenant: string; time: string };
  stillHere: StillHere;
  passCode: { code: string; house: string };
}

export interface MailText {
  subject: string;
  /** Default: the subject. */
  title?: string;
  /** Mail readers show it after the subject. Default: the paragraphs of `above` after the greeting. */
  preheader?: string;
  above: readonly string[];
  /** Shown like a sheet of a calendar. The date is dd.MM.yyyy. */
  when?: { date: string; time: string; was?: string | undefined };
  facts?: readonly (readonly [label: string, value: string])[];
  button: string | null;
  /** A short code to type at a kiosk. */
  code?: { label: string; code: string };
  below: readonly string[];
}

export interface MessageTexts {
  mail: { [Kind in MailKind]: (facts: MailFacts[Kind]) => MailText };
  sms: { [Kind in SmsKind]: (facts: SmsFacts[Kind]) => string };
}

/** A visitor may have no company. */
export function visitorOf(
  { visitor, visitorCompany }: Pick<Arrival, 'visitor' | 'visitorCompany'>,
  from = (company: string) => ` (${company})`,
): string {
  return visitorCompany === '' ? visitor : `${visitor}${from(visitorCompany)}`;
}
