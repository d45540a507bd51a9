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

/** How an attempt to hand a message over ended. */
export type Outcome =
  /** The provider took it over. */
  | { result: 'taken'; answer: string }
  /** It was not taken over, and may get through later. */
  | { result: 'later'; problem: MessageProblem; answer: string | null }
  /** It broke off half-way: the provider may have taken it over. */
  | { result: 'unknown'; problem: MessageProblem; answer: string | null }
  /** The provider will not take this message, however often it is asked. */
  | { result: 'never'; problem: MessageProblem; answer: string | null };

/** Hands mails over. It throws nothing, and ends within 30 seconds. */
export interface MailProvider {
  send(mail: Mail): Promise<Outcome>;
}
