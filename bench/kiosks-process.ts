import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { registerVisitAtDevice } from '@vestibule/contract/device.ts';
import { openLiveChannel } from '@vestibule/contract/session.ts';
import { WebSocket } from 'ws';
import { firstNewPhone } from './calls.ts';
import type { KioskJob, KioskResult } from './kiosks.ts';
import { callAt } from './simulator/call.ts';
import { createDevice, type Device } from './simulator/device.ts';
import { doJobs } from './worker.ts';

/** Kiosks that connect at once, as after the server was started. */
const lanes = 32;
const shownWithin = 20_000;
const changeEvery = 2_000;

doJobs(run);

async function run(job: KioskJob): Promise<KioskResult> {
  const screens = await openScreens(job);
  const devices = job.tokens.map((token) => createDevice({ url: job.url, token }));
  const waiting = [...devices];
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let device = waiting.pop(); device; device = waiting.pop()) await device.connect();
    }),
  );
  const end = performance.now() + job.seconds * 1_000;
  // The last kiosks lose their network, people come to the others.
  const unsteady = devices.splice(-20);
  const [visits, changes] = await Promise.all([visit(devices, job, end), loseAndReturn(unsteady, screens, end)]);
  for (const screen of screens) screen.terminate();
  return {
    screens: screens.length,
    visits: visits.length,
    visitP99: atShare(visits, 0.99),
    statusP50: atShare(changes, 0.5),
    statusP99: atShare(changes, 0.99),
    changes: changes.length,
  };
}

async function openScreens({ url, companyId, cookies, screensPerUser }: KioskJob): Promise<WebSocket[]> {
  const screens: WebSocket[] = [];
  for (const cookie of cookies) {
    for (let count = 0; count < screensPerUser; count += 1) {
      const answer = await callAt(url, openLiveChannel, { query: { companyId } }, { cookie });
      const screen = new WebSocket(answer.url, { perMessageDeflate: false });
      await once(screen, 'open');
      screens.push(screen.setMaxListeners(0));
    }
  }
  return screens;
}

/** Check-ins at a steady rate, however long each takes. Milliseconds of each. */
async function visit(devices: readonly Device[], job: KioskJob, end: number): Promise<number[]> {
  const times: number[] = [];
  const under: Promise<void>[] = [];
  const began = performance.now();
  for (let sent = 0; performance.now() < end; sent += 1) {
    const due = began + (sent * 1_000) / job.visitsPerSecond;
    await sleep(Math.max(0, due - performance.now()));
    const device = devices[randomInt(devices.length)];
    if (device) under.push(checkIn(device, job.tenantId, firstNewPhone + sent).then((time) => void times.push(time)));
  }
  await Promise.all(under);
  return times;
}

async function checkIn(device: Device, tenantId: number, number: number): Promise<number> {
  const began = performance.now();
  await device.call(registerVisitAtDevice, {
    body: {
      nonce: randomUUID(),
      occurredAt: new Date().toISOString(),
      phone: `+4745${number}`,
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

/** One kiosk after the other goes and comes back. Milliseconds until the last screen had each. */
async function loseAndReturn(devices: readonly Device[], screens: readonly WebSocket[], end: number) {
  const delays: number[] = [];
  for (let turn = 0; performance.now() < end; turn += 1) {
    const device = devices[turn % devices.length];
    if (!device) break;
    delays.push(await shownAfter(screens, 'offline', () => device.drop()));
    delays.push(await shownAfter(screens, 'online', () => device.connect()));
    await sleep(changeEvery);
  }
  return delays;
}

async function shownAfter(
  screens: readonly WebSocket[],
  status: string,
  change: () => Promise<void> | void,
): Promise<number> {
  let shown = 0;
  const all = Promise.withResolvers<number>();
  const timer = setTimeout(() => all.reject(new Error(`A kiosk was not shown ${status} everywhere.`)), shownWithin);
  const hear = (frame: Buffer) => {
    if (!frame.includes('kiosk_status_change') || !frame.includes(`"${status}"`)) return;
    shown += 1;
    if (shown === screens.length) all.resolve(performance.now());
  };
  for (const screen of screens) screen.on('message', hear);
  const began = performance.now();
  await change();
  const last = await all.promise;
  clearTimeout(timer);
  for (const screen of screens) screen.off('message', hear);
  return last - began;
}

function atShare(times: readonly number[], share: number): number {
  return times.toSorted((one, other) => one - other)[Math.floor((times.length - 1) * share)] ?? Number.NaN;
}
