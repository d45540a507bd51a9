import type { MessageProblem } from '@vestibule/contract/platform/message-words.ts';

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

const longestAnswer = 300;

/** What a provider said, to be kept and shown to whoever may see the list of messages: they like to repeat addresses. */
export function withoutAddresses(answer: string): string {
  return answer
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/[^\s<>()"']+@[^\s<>()"',;]+/g, '…')
    .slice(0, longestAnswer);
}
