import { checkRows } from '../platform/db/typed-sql.ts';

const mismatches: Error[] = [];

/** Makes every statement parse its rows, and collects the errors. The file that finds them in `takeMismatches` fails. */
export function collectMismatches(): void {
  checkRows((mismatch) => mismatches.push(mismatch));
}

/** Returns and forgets the errors so far. A caller may have caught them, as a job does that logs and retries. */
export function takeMismatches(): Error[] {
  return mismatches.splice(0);
}
