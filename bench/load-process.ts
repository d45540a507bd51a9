import { openConnection, withNumber } from './connection.ts';
import type { Load, LoadResult } from './load.ts';
import { atShare } from './share.ts';
import { doJobs } from './worker.ts';

doJobs(run);

async function run({
  port,
  connections,
  calls,
  firstNumber = 0,
  seconds = 60,
  count = Infinity,
}: Load): Promise<LoadResult> {
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  const times: number[] = [];
  let sent = 0;
  const began = performance.now();
  const end = began + seconds * 1000;
  await Promise.all(
    open.map(async (connection) => {
      while (performance.now() < end && sent < count) {
        const call = calls[sent % calls.length];
        if (!call) throw new Error('There are no calls to make.');
        const numbered = withNumber(call, firstNumber + sent);
        sent += 1;
        const at = performance.now();
        await connection.send(numbered);
        times.push(performance.now() - at);
      }
    }),
  );
  const elapsed = performance.now() - began;
  for (const connection of open) connection.close();
  return {
    perSecond: (times.length / elapsed) * 1000,
    p50: atShare(times, 0.5),
    p99: atShare(times, 0.99),
    calls: times.length,
  };
}
