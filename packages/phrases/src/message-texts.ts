import type { SyncFailure } from '@vestibule/contract/building/directory.ts';
import type { MailKind, SmsKind } from '@vestibule/contract/platform/message-words.ts';

/** A visitor who arrived. `time` is the building's. */
interface Arrival {
  visitor: string;
  visitorCompany: string;
  host: string;
  tenant: string;
  time: string;
}

/** A kiosk that went offline or returned, with building time. */
interface KioskNews {
  kiosk: string;
  house: string;
  date: string;
  time: string;
}

/** What the text of a mail needs to know, by kind. */
export interface MailFacts {
  /** `organisation` is the inviting company, tenant or partner; null for the provider's staff. */
  invite: { organisation: string | null; validHours: number };
  passwordReset: { validHours: number };
  /** `times` in a row. */
  directoryFailed: { tenant: string; failure: SyncFailure; times: number };
  kioskOffline: KioskNews;
  kioskOnline: KioskNews;
  arrival: Arrival;
}

/** What the text of an SMS needs to know, by kind. `house` is the company whose building it is. */
export interface SmsFacts {
  arrival: Arrival;
  visitConfirmation: { house: string; tenant: string; host: string | null; date: string; time: string };
  wifi: { house: string; info: string };
  preregistration: { house: string; tenant: string; link: string };
  delivery: { house: string; tenant: string; time: string };
}

/** The texts of a mail above, on and below its button. */
export interface MailText {
  subject: string;
  above: readonly string[];
  /** Null without a link. */
  button: string | null;
  below: readonly string[];
}

/**
 * The texts of all messages in one language. An SMS is paid by the part: signs such as ’ and – that are not on a phone's first keyboard
 * more than halve what fits into one.
 */
export interface MessageTexts {
  mail: { [Kind in MailKind]: (facts: MailFacts[Kind]) => MailText };
  sms: { [Kind in SmsKind]: (facts: SmsFacts[Kind]) => string };
}
