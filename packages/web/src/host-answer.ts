import type { AnswerFields, AnswerPage } from '@vestibule/contract/visits/answer.ts';
import type { Answer } from '@vestibule/contract/visits/visit.ts';
import type { AnswerTexts } from '@vestibule/phrases/en/visits/answer.ts';

export type Reply = Pick<AnswerFields, 'kind' | 'minutes' | 'employeeId'>;

/** Names the other employee if a stand-in or the host answered instead of the reader. */
export function answerText(
  { done, colleague, visitor }: AnswerTexts,
  { kind, minutes, employee }: Answer,
  { host, reader }: Pick<AnswerPage, 'host' | 'reader'>,
): string {
  if (kind === 'colleague') return employee ? `${colleague}: ${employee.name}` : colleague;
  const { id, name } = employee ?? host;
  if (id === reader.id) return kind !== 'coming' ? done[kind] : minutes ? done.inMinutes(minutes) : done.now;
  if (kind !== 'coming') return visitor[kind](name);
  return minutes ? visitor.inMinutes(name, minutes) : visitor.now(name);
}

export function isSameReply(answer: Answer, { kind, minutes = null }: Reply): boolean {
  return answer.kind === kind && answer.minutes === minutes;
}

/** Repeats an answer. A request names an employee only with `colleague`. */
export function replyOf({ kind, minutes, employee }: Answer): Reply {
  const colleague = kind === 'colleague' && employee;
  return { kind, ...(minutes !== null && { minutes }), ...(colleague && { employeeId: colleague.id }) };
}
