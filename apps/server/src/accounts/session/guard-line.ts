import { Refusal } from '../../platform/http/refusal.ts';

/** How many guesses may wait in this process. */
const mostWaiting = 1_000;
/** How often the first in a line looks whether a guess in another process has ended. */
const pollMs = 50;

const lines = new Map<string, Promise<void>>();
const sleepers = new Map<string, () => void>();
let waiting = 0;

/** Runs `work` of the same line one after the other. @throws {Refusal} `unavailable` when too many wait */
export async function inLine(line: string, work: () => Promise<void>): Promise<void> {
  if (waiting >= mostWaiting) throw new Refusal('unavailable');
  waiting += 1;
  const before = lines.get(line);
  const { promise, resolve } = Promise.withResolvers<void>();
  lines.set(line, promise);
  try {
    await before;
    await work();
  } finally {
    waiting -= 1;
    if (lines.get(line) === promise) lines.delete(line);
    resolve();
  }
}

/** Resolves when a guess of the line ends in this process, and after a moment at the latest. */
export function pause(line: string): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      sleepers.delete(line);
      resolve();
    };
    const timer = setTimeout(end, pollMs);
    sleepers.set(line, end);
  });
}

/** Ends the pause of the first in a line. */
export function wake(line: string): void {
  sleepers.get(line)?.();
}
