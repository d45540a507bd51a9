import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { registerVisitAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import { WebSocket } from 'ws';
import { firstNewPhone, newPhones } from './calls.ts';
import type { KioskJob, KioskResult } from './kiosks.ts';
import { openScreens, type Screen } from './screens.ts';
import { atShare } from './share.ts';
import { Refused, Unreachable } from './simulator/call.ts';
import { createDevice, type Device } from './simulator/device.ts';
import { doJobs } from './worker.ts';

const lanes = 16;
/** Connection events have reached the screens by then. */
const settleMs = 5_000;
const shownWithin = 20_000;
const changeEvery = 500;

doJobs(run);

async function run(job: KioskJob): Promise<KioskResult> {
  const kiosks = job.companies.flatMap(({ companyId, tenantId, tokens }) =>
    tokens.map((token) => ({ companyId, tenantId, device: createDevice({ url: job.url, token }) })),
  );
  const waiting = kiosks.map(({ device }) => device);
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let device = waiting.pop(); device; device = waiting.pop()) await device.connect();
    }),
  );
  await sleep(settleMs);
  const screens = await openScreens(job);
  const end = performance.now() + job.seconds * 1_000;
  // One kiosk per company loses its network. Visitors use the others.
  const unsteady = job.companies.flatMap(
    ({ companyId }) => kiosks.find((kiosk) => kiosk.companyId === companyId) ?? [],
  );
  const steady = kiosks.filter((kiosk) => !unsteady.includes(kiosk));
  const [{ times: visits, failed }, { delays: changes, unseen }] = await Promise.all([
    visit(steady, job, end),
    loseAndReturn(unsteady, screens, end),
  ]);
  for (const { screen } of screens) screen.terminate();
  return {
    screens: screens.length,
    visits: visits.length,
    failed,
    visitP99: atShare(visits, 0.99),
    statusP50: atShare(changes, 0.5),
    statusP99: atShare(changes, 0.99),
    changes: changes.length,
    unseen,
  };
}

interface Kiosk {
  companyId: number;
  tenantId: number;
  device: Device;
}

async function visit(
  kiosks: readonly Kiosk[],
  job: KioskJob,
  end: number,
): Promise<{ times: number[]; failed: number }> {
  const times: number[] = [];
  let failed = 0;
  const note = (error: unknown) => {
    if (!(error instanceof Refused) && !(error instanceof Unreachable)) throw error;
    failed += 1;
  };
  const under: Promise<void>[] = [];
  const began = performance.now();
  for (let sent = 0; performance.now() < end; sent += 1) {
    const due = began + (sent * 1_000) / job.visitsPerSecond;
    await sleep(Math.max(0, due - performance.now()));
    const kiosk = kiosks[randomInt(kiosks.length)];
    if (kiosk) under.push(checkIn(kiosk, firstNewPhone + sent).then((time) => void times.push(time), note));
  }
  await Promise.all(under);
  return { times, failed };
}

async function checkIn({ device, tenantId }: Kiosk, number: number): Promise<number> {
  const began = performance.now();
  await device.call(registerVisitAtDevice, {
    body: {
      nonce: randomUUID(),
      occurredAt: new Date().toISOString(),
      phone: `${newPhones}${number}`,
      name: 'Nils Nykommer',
      companyName: 'Nykommer Bygg AS',
      shouldSaveData: true,
      tenantId,
      employeeId: null,
      shouldPrintMainBadge: false,
      shouldPrintParkingBadge: false,
    },
  });
  return performance.now() - began;
}

async function loseAndReturn(
  kiosks: readonly Kiosk[],
  screens: readonly Screen[],
  end: number,
): Promise<{ delays: number[]; unseen: number }> {
  const delays: number[] = [];
  for (let turn = 0; performance.now() < end; turn += 1) {
    const kiosk = kiosks[turn % kiosks.length];
    if (!kiosk) break;
    const { device, companyId } = kiosk;
    const concerned = screens.filter((screen) => screen.companyId === companyId).map(({ screen }) => screen);
    delays.push(await shownAfter(concerned, 'offline', () => device.drop()));
    delays.push(await shownAfter(concerned, 'online', () => device.connect()));
    await sleep(changeEvery);
  }
  return { delays, unseen: delays.filter((delay) => delay === Infinity).length };
}

/** Returns infinity for a change that a screen did not show in time, so that a long run does not end without figures. */
async function shownAfter(
  screens: readonly WebSocket[],
  status: string,
  change: () => Promise<void> | void,
): Promise<number> {
  let shown = 0;
  const all = Promise.withResolvers<number>();
  const timer = setTimeout(() => {
    const open = screens.filter(({ readyState }) => readyState === WebSocket.OPEN).length;
    console.error(`${shown} of ${screens.length} screens showed a kiosk ${status}; ${open} are open.`);
    all.resolve(Infinity);
  }, shownWithin);
  const receive = (frame: Buffer) => {
    if (!frame.includes('kiosk_status_change') || !frame.includes(`"${status}"`)) return;
    shown += 1;
    if (shown === screens.length) all.resolve(performance.now());
  };
  for (const screen of screens) screen.on('message', receive);
  const began = performance.now();
  await change();
  const last = await all.promise;
  clearTimeout(timer);
  for (const screen of screens) screen.off('message', receive);
  return last - began;
}
