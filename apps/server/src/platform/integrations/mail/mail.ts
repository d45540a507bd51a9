import type { Outcome } from '../outcome.ts';

/** A mail as it is handed over. */
export interface Mail {
  /** The same for each attempt, without the angle brackets, so that servers and readers can fold what was sent twice. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Hands mails over. It throws nothing, and ends within 30 seconds. */
export interface MailProvider {
  send(mail: Mail): Promise<Outcome>;
}
