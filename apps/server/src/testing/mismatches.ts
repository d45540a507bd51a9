import { checkRows } from '../platform/db/typed-sql.ts';
import { checkRefusals } from '../platform/http/stated-refusals.ts';

const mismatches: Error[] = [];

export function collectMismatches(): void {
  const report = (mismatch: Error) => mismatches.push(mismatch);
  checkRows(report);
  checkRefusals(report);
}

export function takeMismatches(): Error[] {
  return mismatches.splice(0);
}
