import type { Reason } from '@vestibule/contract/platform/refusal.ts';
import { CallFailed } from '@vestibule/web/call.ts';
import type { FieldPath, FieldValues } from 'react-hook-form';
import type { FormOf } from './use-zod-form.ts';

export type ReasonFields<In extends FieldValues> = Partial<Record<Reason, FieldPath<In>>>;

/** Focuses the first refused field. Returns whether that explains the failure. */
export function markFields<In extends FieldValues, Out>(
  form: FormOf<In, Out>,
  error: unknown,
  reasonFields: ReasonFields<In> = {},
): boolean {
  const problem = error instanceof CallFailed ? error.problem : null;
  if (!problem) return false;

  const complaints = Object.entries(problem.fields ?? {});
  const names = new Set<string>(Object.keys(form.getValues()));
  const own = complaints.filter((complaint): complaint is [FieldPath<In>, string] =>
    names.has(firstPart(complaint[0])),
  );
  const ofReason = reasonFields[problem.reason];
  const marks = own.length === 0 && ofReason ? [[ofReason, problem.reason] as const] : own;
  marks.forEach(([name, key], index) => {
    form.setError(name, { type: 'server', message: key }, { shouldFocus: index === 0 });
  });
  return marks.length > 0 && own.length === complaints.length;
}

/** The field of a path such as `notificationEmails.2`. */
function firstPart(path: string): string {
  return path.split('.', 1)[0] ?? path;
}
