import { CallFailed } from '@vestibule/web/call.ts';

/**
 * A refusal because the e-mail or the phone belongs to another employee names which of them; this marks those fields.
 * Any other error is answered as it is.
 */
export function inUse(error: unknown): unknown {
  if (!(error instanceof CallFailed) || error.problem?.reason !== 'AlreadyInUseForOtherEmployee') return error;
  const { reason, reasons = [] } = error.problem;
  const fields = Object.fromEntries(reasons.map((field) => [field, reason]));
  return new CallFailed(error.status, { ...error.problem, fields });
}
