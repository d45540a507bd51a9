import { setTimeout as sleep } from 'node:timers/promises';
import { atShare } from '../share.ts';
import { type Outcome, readyWithin, seconds, underLoad } from './fault.ts';
import type { Installation } from './installation.ts';

const victims = ['node', 'postgres', 'both'] as const;

export function killAgainAndAgain(installation: Installation, rounds: number): Promise<Outcome> {
  return underLoad(installation, `\`kill -9\` ${rounds} times: Node, PostgreSQL, both in turn`, async () => {
    const times = { node: [] as number[], postgres: [] as number[], both: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      const victim = victims[round % victims.length] ?? 'node';
      await sleep(150 + Math.random() * 350);
      times[victim].push(await kill(installation, victim));
    }
    const all = Object.values(times).flat();
    const slowest = Math.max(...all);
    return {
      result: `ready again after ${seconds(atShare(all, 0.5))} as a rule, ${seconds(slowest)} at most`,
      broken: slowest > readyWithin ? [`ready again only after ${seconds(slowest)}`] : [],
    };
  });
}

async function kill(installation: Installation, victim: (typeof victims)[number]): Promise<number> {
  const began = performance.now();
  if (victim !== 'node') await installation.signalPostgres('SIGKILL');
  if (victim === 'postgres') {
    while (await installation.isReady()) if (performance.now() - began > 2000) break;
    await installation.untilReady();
    return performance.now() - began;
  }
  await installation.killNode();
  return installation.start();
}

export function restartPostgres(installation: Installation): Promise<Outcome> {
  return underLoad(installation, 'PostgreSQL restarted mid-request, 5 times', async () => {
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      await sleep(500);
      const began = performance.now();
      await installation.signalPostmaster('SIGINT');
      while (await installation.isReady()) if (performance.now() - began > 2000) break;
      await installation.untilReady();
      times.push(performance.now() - began);
    }
    const slowest = Math.max(...times);
    return {
      result: `ready again after ${seconds(slowest)} at most`,
      broken: slowest > readyWithin ? [`ready again only after ${seconds(slowest)}`] : [],
    };
  });
}
