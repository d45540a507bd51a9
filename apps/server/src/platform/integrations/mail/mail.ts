import type { Outcome } from '../outcome.ts';

export interface Mail {
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Never throws, and ends within 30 seconds. */
export interface MailProvider {
  send(mail: Mail): Promise<Outcome>;
}
