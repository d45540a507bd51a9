import type { SyncFailure } from '@vestibule/contract/directory.ts';
import type { MessageKind } from '@vestibule/contract/message.ts';

/** What the text of a message needs to know, by kind. */
export interface MessageFacts {
  /** `organisation` is the company, tenant or partner that somebody is invited to; null for the provider's own staff. */
  invite: { organisation: string | null; validHours: number };
  passwordReset: { validHours: number };
  /** `times` in a row. */
  directoryFailed: { tenant: string; failure: SyncFailure; times: number };
}

/** The texts of a message: what stands above its button, on it and below it. */
export interface MailText {
  subject: string;
  above: readonly string[];
  button: string;
  below: readonly string[];
}

/** The texts of all messages in one language. */
export type MessageTexts = { [Kind in MessageKind]: (facts: MessageFacts[Kind]) => MailText };
