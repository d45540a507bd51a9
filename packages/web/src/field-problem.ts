import type { Problem } from '@vestibule/contract/refusal.ts';
import { CallFailed } from './call.ts';

/**
 * The same failure with its fields marked where `fieldsOf` says that a reason is about them; what the server itself
 * marked stays. Anything that is not a refusal is left alone.
 */
export function withFields(
  error: unknown,
  fieldsOf: (problem: Problem) => Record<string, string> | undefined,
): unknown {
  if (!(error instanceof CallFailed) || !error.problem) return error;
  const fields = { ...fieldsOf(error.problem), ...error.problem.fields };
  return new CallFailed(error.status, { ...error.problem, fields });
}
