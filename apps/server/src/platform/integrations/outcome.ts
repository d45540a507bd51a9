import type { MessageProblem } from '@vestibule/contract/platform/message-words.ts';

export type Outcome =
  | { result: 'taken'; answer: string }
  | { result: 'later'; problem: MessageProblem; answer: string | null }
  | { result: 'unknown'; problem: MessageProblem; answer: string | null }
  | { result: 'never'; problem: MessageProblem; answer: string | null };

const longestAnswer = 300;

/** Answers of a provider are stored and shown. */
export function withoutAddresses(answer: string): string {
  return answer
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/[^\s<>()"']+@[^\s<>()"',;]+/g, '…')
    .slice(0, longestAnswer);
}
