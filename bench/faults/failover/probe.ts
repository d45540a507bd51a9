import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Cluster } from './cluster.ts';

const answerWithinMs = 1_000;
const everyMs = 50;

export interface Probe {
  /** `performance.now()` of each acknowledged write, ascending. */
  writes: number[];
  stop(): Promise<void>;
}

/** Writes a row of its own through HAProxy again and again, each time on a new connection after a failure. */
export async function startProbe(cluster: Cluster): Promise<Probe> {
  const first = await cluster.connect('probe');
  await first.query('create table probe (id bigint generated always as identity primary key)');
  const writes: number[] = [];
  let isStopped = false;
  let client: pg.Client | undefined = first;
  const working = (async () => {
    while (!isStopped) {
      await sleep(everyMs);
      client ??= await cluster.connect('probe', answerWithinMs).catch(() => undefined);
      if (!client) continue;
      const answer = client.query('insert into probe default values').then(
        () => true,
        () => false,
      );
      // A write that waits for a standby is left waiting.
      if (await Promise.race([answer, sleep(answerWithinMs, false)])) writes.push(performance.now());
      else {
        void client.end().catch(() => undefined);
        client = undefined;
      }
    }
    await client?.end().catch(() => undefined);
  })();
  return {
    writes,
    async stop() {
      isStopped = true;
      await Promise.race([working, sleep(5_000)]);
    },
  };
}
