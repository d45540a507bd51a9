import { setTimeout as sleep } from 'node:timers/promises';
import { openScreens, type Screens } from './screens.ts';
import { createDevice } from './simulator/device.ts';
import type { StormJob, StormResult } from './storm.ts';
import { doJobs } from './worker.ts';

const lookEvery = 100;
/** On a slow machine, both storms must end within ten minutes. */
const waitMs = 180_000;

let begun: Screens | undefined;
/** By token: a kiosk whose channel the server closes opens another. */
let opened = new Map<string, { at: number; failures: number }>();

doJobs<StormJob>(async (job) => {
  opened = new Map();
  if (job.kind === 'begin') await begin(job);
  if (!begun) throw new Error('There are no kiosks that could come back.');
  return untilOpen(begun);
});

async function begin(screens: Screens): Promise<void> {
  begun = screens;
  const { url, companies } = screens;
  await openScreens(screens);
  for (const token of companies.flatMap(({ tokens }) => tokens)) {
    const device = createDevice({ url, token });
    void device.stay((failures) => {
      if (!opened.has(token)) opened.set(token, { at: Date.now(), failures });
    });
  }
}

async function untilOpen({ companies }: Screens): Promise<StormResult> {
  const count = companies.reduce((sum, { tokens }) => sum + tokens.length, 0);
  const deadline = performance.now() + waitMs;
  while (opened.size < count && performance.now() < deadline) await sleep(lookEvery);
  const kiosks = [...opened.values()];
  return {
    count,
    openedAt: kiosks.map(({ at }) => at).toSorted((one, other) => one - other),
    failures: kiosks.reduce((sum, { failures }) => sum + failures, 0),
  };
}
