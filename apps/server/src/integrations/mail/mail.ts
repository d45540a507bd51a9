import type { MessageProblem } from '@vestibule/contract/message.ts';

/** A mail as it is handed over. */
export interface Mail {
  /** The same for each attempt, without the angle brackets, so that servers and readers can fold what was sent twice. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** How an attempt to hand a mail over ended. */
export type Outcome =
  /** The mail server took it over. */
  | { result: 'taken'; answer: string }
  /** It may get through later. */
  | { result: 'later'; problem: MessageProblem; answer: string | null }
  /** The mail server will not take this mail, however often it is asked. */
  | { result: 'never'; problem: MessageProblem; answer: string | null };

/** Hands mails over. It throws nothing, and ends within 30 seconds. */
export interface MailProvider {
  send(mail: Mail): Promise<Outcome>;
}
