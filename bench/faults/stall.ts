import { setTimeout as sleep } from 'node:timers/promises';
import { type Outcome, readyWithin, seconds, underLoad } from './fault.ts';
import type { Installation } from './installation.ts';

const stalledFor = 12_000;

export function exhaustPool(installation: Installation): Promise<Outcome> {
  return stall(installation, 'pool exhausted: visits locked for 12 s, 64 desks', 64, async () => {
    const client = await installation.connect();
    await client.query('begin; lock table visit in access exclusive mode');
    return async () => {
      await client.query('rollback');
      await client.end();
    };
  });
}

export function freezePostgres(installation: Installation): Promise<Outcome> {
  return stall(installation, 'PostgreSQL frozen (SIGSTOP) for 12 s', 16, async () => {
    await installation.signalPostgres('SIGSTOP');
    return () => installation.signalPostgres('SIGCONT');
  });
}

function stall(
  installation: Installation,
  fault: string,
  count: number,
  begin: () => Promise<() => Promise<void>>,
): Promise<Outcome> {
  return underLoad(
    installation,
    fault,
    async ({ desks: { ledger } }) => {
      const end = await begin();
      const broken: string[] = [];
      const ended = performance.now() + stalledFor;
      let slowestLive = 0;
      while (performance.now() < ended) {
        const began = performance.now();
        const live = await fetch(`${installation.address}/health/live`).catch(() => null);
        if (live?.status !== 200) broken.push('the liveness check failed');
        slowestLive = Math.max(slowestLive, performance.now() - began);
        await sleep(250);
      }
      const refused = ledger.answers.get(503) ?? 0;
      if (refused === 0) broken.push('no call was refused with Retry-After');
      await end();
      const ready = await installation.untilReady();
      if (ready > readyWithin) broken.push(`ready again only after ${seconds(ready)}`);
      await sleep(500);
      return {
        result: `\`/health/live\` in ${slowestLive.toFixed(0)} ms at most, ready ${seconds(ready)} after`,
        broken,
      };
    },
    // The server runs few calls of one user at once.
    { count, timeoutMs: 30_000, users: count },
  );
}

export function freezeNode(installation: Installation): Promise<Outcome> {
  return underLoad(
    installation,
    'Node frozen (SIGSTOP) for 12 s, desks ask again after 2 s',
    async () => {
      installation.signalNode('SIGSTOP');
      await sleep(stalledFor);
      installation.signalNode('SIGCONT');
      const ready = await installation.untilReady();
      await sleep(500);
      return {
        result: `ready ${seconds(ready)} after`,
        broken: ready > readyWithin ? [`ready again only after ${seconds(ready)}`] : [],
      };
    },
    { timeoutMs: 2000 },
  );
}
