import { readFile } from 'node:fs/promises';

/** What processes have used of the processors so far, in milliseconds; not a number where the system does not say. */
export async function processorTime(pids: readonly number[]): Promise<number> {
  const spent = await Promise.all(pids.map(ticksOf));
  // Linux counts a hundred ticks in a second.
  return spent.reduce((total, ticks) => total + ticks, 0) * 10;
}

async function ticksOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}
