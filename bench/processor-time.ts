import { readFile } from 'node:fs/promises';

export type ProcessorTimes = ReadonlyMap<number, number>;

export async function processorTimes(pids: readonly number[]): Promise<ProcessorTimes> {
  const read = await Promise.all(pids.map(async (pid) => [pid, await timeOf(pid)] as const));
  return new Map(read.filter(([, time]) => !Number.isNaN(time)));
}

/** Excludes ended processes. NaN without data. */
export function usedBetween(before: ProcessorTimes, after: ProcessorTimes): number {
  if (after.size === 0) return Number.NaN;
  return [...after].reduce((total, [pid, time]) => total + time - (before.get(pid) ?? 0), 0);
}

async function timeOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // Linux counts a hundred ticks per second.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
