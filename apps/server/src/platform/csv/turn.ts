import { Refusal } from '../http/refusal.ts';

/** How many files are imported side by side in a process: each holds a connection to the database until all of it is written. */
const atOnce = 2;
const mostWaiting = 30;

let running = 0;
const waiting: (() => void)[] = [];

/** Imports a file once there are few others: until then it holds nothing that desks need. @throws {Refusal} `unavailable` in a crowd */
export async function importInTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < atOnce) running += 1;
  else {
    if (waiting.length >= mostWaiting) throw new Refusal('unavailable');
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
