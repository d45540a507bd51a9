import { readFile } from 'node:fs/promises';

/** What processes had used of the processors by a moment, in milliseconds, by their ids. */
export type ProcessorTimes = ReadonlyMap<number, number>;

/** Reads it of those that run, where the system says. */
export async function processorTimes(pids: readonly number[]): Promise<ProcessorTimes> {
  const read = await Promise.all(pids.map(async (pid) => [pid, await timeOf(pid)] as const));
  return new Map(read.filter(([, time]) => !Number.isNaN(time)));
}

/**
 * What was used from one moment to another: processes that began meanwhile count whole, those that ended not at all. Not a number where
 * the system does not say.
 */
export function usedBetween(before: ProcessorTimes, after: ProcessorTimes): number {
  if (after.size === 0) return Number.NaN;
  return [...after].reduce((total, [pid, time]) => total + time - (before.get(pid) ?? 0), 0);
}

async function timeOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // Linux counts a hundred ticks in a second.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
