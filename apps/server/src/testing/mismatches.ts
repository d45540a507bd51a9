import { checkRows } from '../platform/db/typed-sql.ts';
import { checkRefusals } from '../platform/http/stated-refusals.ts';

const mismatches: Error[] = [];

/** Checks each row against its statement and each refusal against its endpoint. */
export function collectMismatches(): void {
  const report = (mismatch: Error) => mismatches.push(mismatch);
  checkRows(report);
  checkRefusals(report);
}

/** Returns and forgets the errors so far. A caller may have caught them, as a job does. */
export function takeMismatches(): Error[] {
  return mismatches.splice(0);
}
