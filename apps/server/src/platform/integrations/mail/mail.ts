import type { Outcome } from '../outcome.ts';
import type { LogoFile } from '../storage/read-logo.ts';

/** A part of the mail, which its HTML shows as `cid:`. */
export interface Logo extends LogoFile {
  cid: string;
}

export interface Mail {
  messageId: string;
  to: string;
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  logo: Logo | null;
  /** iCalendar. Mail readers offer to add or remove the meeting. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string };
}

/** Never throws, and ends within 30 seconds. */
export interface MailProvider {
  /** Shows mails instead of sending them. */
  isCatcher?: true;
  /** Sender of all mails. */
  from: { name: string; address: string };
  send(mail: Mail): Promise<Outcome>;
}
