import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Bench } from './bench.ts';
import { forgetArrivals } from './calls.ts';
import { waitUntilOnline, type KioskCompany, seedKioskCompanies } from './kiosk-companies.ts';
import type { Figure } from './report.ts';
import { startWorker } from './worker.ts';

const screensPerUser = 5;
const visitsPerSecond = 20;
/** Share of the run in which memory settles. */
const warming = 0.2;

export interface KioskJob {
  url: string;
  companies: KioskCompany[];
  screensPerUser: number;
  visitsPerSecond: number;
  seconds: number;
}

export interface KioskResult {
  screens: number;
  visits: number;
  failed: number;
  visitP99: number;
  statusP50: number;
  statusP99: number;
  changes: number;
  /** Changes that a screen did not show. */
  unseen: number;
}

export async function measureKiosks(bench: Bench): Promise<Figure[]> {
  const { client, vestibule, kiosks } = bench;
  const seeded = await seedKioskCompanies(client, kiosks.count);
  const companyIds = seeded.map(({ companyId }) => companyId);
  const worker = startWorker<KioskJob, KioskResult>(new URL('kiosks-process.ts', import.meta.url).pathname);
  const seconds = kiosks.minutes * 60;
  try {
    const working = worker.do({
      url: `http://127.0.0.1:${vestibule.port}`,
      companies: seeded,
      screensPerUser,
      visitsPerSecond,
      seconds,
    });
    // Errors surface when `working` is awaited.
    working.catch(() => undefined);
    await waitUntilOnline(client, companyIds, kiosks.count);
    await sleep(seconds * warming * 1_000);
    const before = await vestibule.memory();
    const result = await working;
    const after = await vestibule.memory();
    const silent = await longestSilence(client, companyIds);
    const { screens, visits, failed, changes, unseen } = result;
    const from = `${kiosks.count} kiosks of ${seeded.length} companies, ${screens} screens, ${kiosks.minutes} min`;
    return [
      {
        what: 'kiosks: check-in at 20 a second, p99',
        measured: result.visitP99,
        unit: 'ms',
        target: { atMost: 300, aim: 100 },
        from: `${from}; ${visits} check-ins, ${failed} failed`,
      },
      {
        what: 'kiosks: changed state to shown on the last screen, p99',
        measured: result.statusP99,
        unit: 'ms',
        target: { atMost: 1_000, aim: 300 },
        from: `${changes} changes, ${unseen} not shown; p50 ${result.statusP50.toFixed(0)} ms`,
      },
      {
        what: 'kiosks: longest since a sign of life was noted',
        measured: silent,
        unit: 's',
        target: { atMost: 30, aim: 20 },
        from: 'one every 15 s from each',
      },
      {
        what: 'kiosks: memory of the Node meanwhile',
        measured: after / before,
        unit: '',
        target: { atMost: 1.15, aim: 1.05 },
        from: `${(before / 1e6).toFixed(0)} MB to ${(after / 1e6).toFixed(0)} MB`,
      },
    ];
  } finally {
    worker.stop();
    await client.query('delete from kiosk where company_id = any($1::int[])', [companyIds]);
    await forgetArrivals(client);
  }
}

async function longestSilence(client: pg.Client, companyIds: readonly number[]): Promise<number> {
  const { rows } = await client.query<{ seconds: number }>(
    `select extract(epoch from now() - min(last_seen_at))::float as seconds from kiosk where company_id = any($1::int[]) and is_online`,
    [companyIds],
  );
  return rows[0]?.seconds ?? Number.NaN;
}
