import { setTimeout as sleep } from 'node:timers/promises';
import { listKiosks } from '@vestibule/contract/kiosks/kiosk.ts';
import { openScreens, type Screens } from './screens.ts';
import { atShare } from './share.ts';
import { callAt, Refused, Unreachable } from './simulator/call.ts';
import { createDevice } from './simulator/device.ts';
import type { StormJob, StormResult } from './storm.ts';
import { doJobs } from './worker.ts';

const deskEvery = 100;
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

async function untilOpen({ url, companies }: Screens): Promise<StormResult> {
  const [company] = companies;
  if (!company) throw new Error('There is no company.');
  const count = companies.reduce((sum, { tokens }) => sum + tokens.length, 0);
  const times: number[] = [];
  const lookAtList = async () => {
    const began = performance.now();
    const query = { limit: 10 };
    await callAt(url, listKiosks, { params: company, query }, { cookie: company.cookies[0] });
    times.push(performance.now() - began);
  };
  let refused = 0;
  const note = (error: unknown) => {
    if (error instanceof Refused) refused += 1;
    else if (!(error instanceof Unreachable)) throw error;
  };
  const under: Promise<void>[] = [];
  const deadline = performance.now() + waitMs;
  while (opened.size < count && performance.now() < deadline) {
    under.push(lookAtList().catch(note));
    await sleep(deskEvery);
  }
  const kiosks = [...opened.values()];
  await Promise.all(under);
  return {
    count,
    openedAt: kiosks.map(({ at }) => at).toSorted((one, other) => one - other),
    failures: kiosks.reduce((sum, { failures }) => sum + failures, 0),
    desk: { p99: atShare(times, 0.99), refused },
  };
}
