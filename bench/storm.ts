import { setTimeout as sleep } from 'node:timers/promises';
import { listKiosks } from '@vestibule/contract/kiosks/kiosk.ts';
import type pg from 'pg';
import type { Bench } from './bench.ts';
import { type KioskCompany, seedKioskCompanies } from './kiosk-companies.ts';
import type { Program } from './program.ts';
import type { Figure } from './report.ts';
import { atShare } from './share.ts';
import { callAt, Refused, Unreachable } from './simulator/call.ts';
import { startWorker } from './worker.ts';

/** `begin`: all kiosks connect at once. `comeBack`: waits for all after an outage. */
export type StormJob =
  | { kind: 'begin'; url: string; companies: KioskCompany[]; screensPerUser: number }
  | { kind: 'comeBack' };

export interface StormResult {
  count: number;
  /** `Date.now()` of each kiosk's channel, ascending. Fewer than `count` if some did not connect in time. */
  openedAt: number[];
  failures: number;
}

const screensPerUser = 5;
const deskEvery = 100;

export async function measureStorm({ client, kiosks, start }: Bench): Promise<Figure[]> {
  const companies = await seedKioskCompanies(client, kiosks.count);
  const companyIds = companies.map(({ companyId }) => companyId);
  const worker = startWorker<StormJob, StormResult>(new URL('storm-process.ts', import.meta.url).pathname);
  let server = await start({});
  try {
    const { port } = server;
    const url = `http://127.0.0.1:${port}`;
    const began = Date.now();
    const connecting = worker.do({ kind: 'begin', url, companies, screensPerUser });
    const figures = await describe(
      'connecting in one moment',
      began,
      connecting,
      watchList(url, companies, connecting),
    );

    const returning = worker.do({ kind: 'comeBack' });
    const watched = watchList(url, companies, returning);
    const killed = Date.now();
    await kill(server);
    server = await start({ PORT: String(port) });
    const away = Date.now() - killed;
    const what = `back after kill -9 and a start in ${(away / 1_000).toFixed(1)} s`;
    figures.push(...(await describe(what, killed, returning, watched)));
    return figures;
  } finally {
    worker.stop();
    await server.stop();
    await client.query('delete from kiosk where company_id = any($1::int[])', [companyIds]);
  }

  async function describe(what: string, since: number, kiosksOpen: Promise<StormResult>, watched: Promise<Watched>) {
    const [{ count, openedAt, failures }, desk] = await Promise.all([kiosksOpen, watched]);
    const after = (share: number) => ((openedAt[Math.ceil((count - 1) * share)] ?? Number.NaN) - since) / 1_000;
    const online = openedAt.length < count ? null : await shownOnline(client, companyIds, count, since);
    const seconds = (measured: number) => (Number.isNaN(measured) ? 'never' : `after ${measured.toFixed(1)} s`);
    const allOnline =
      online === null ? `only ${openedAt.length} connected` : `all shown online ${seconds((online - since) / 1_000)}`;
    return [
      {
        what: `storm: ${count} kiosks ${what}, the last`,
        measured: after(1),
        unit: 's',
        target: { atMost: 10, aim: 5 },
        from: `half ${seconds(after(0.5))}, 99 in 100 ${seconds(after(0.99))}, ${allOnline}; ${failures} tries failed`,
      },
      {
        what: `storm: a manager's list meanwhile, p99`,
        measured: desk.p99,
        unit: 'ms',
        target: { atMost: 1_000, aim: 300 },
        from: `${desk.refused} answered 503`,
      },
    ] satisfies Figure[];
  }
}

interface Watched {
  /** Milliseconds. */
  p99: number;
  /** Lists that were refused for lack of capacity. */
  refused: number;
}

/** A manager's list ten times a second until `end`, from this process: a desk does not share the processor of the kiosks. */
async function watchList(url: string, companies: readonly KioskCompany[], end: Promise<unknown>): Promise<Watched> {
  const [company] = companies;
  if (!company) throw new Error('There is no company.');
  const times: number[] = [];
  let refused = 0;
  const look = async () => {
    const began = performance.now();
    try {
      await callAt(url, listKiosks, { params: company, query: { limit: 10 } }, { cookie: company.cookies[0] });
      times.push(performance.now() - began);
    } catch (error) {
      if (error instanceof Refused) refused += 1;
      else if (!(error instanceof Unreachable)) throw error;
    }
  };
  const looks: Promise<void>[] = [];
  let isOver = false;
  const over = () => (isOver = true);
  end.then(over, over);
  while (!isOver) {
    looks.push(look());
    await sleep(deskEvery);
  }
  await Promise.all(looks);
  return { p99: atShare(times, 0.99), refused };
}

function kill(server: Program): Promise<void> {
  process.kill(server.pid, 'SIGKILL');
  return server.stop();
}

/** Returns the time when `count` kiosks are online and were seen after `since`; NaN after a minute. */
async function shownOnline(
  client: pg.Client,
  companyIds: readonly number[],
  count: number,
  since: number,
): Promise<number> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const { rows } = await client.query<{ online: number }>(
      'select count(*)::int as online from kiosk where company_id = any($1::int[]) and is_online and last_seen_at > $2',
      [companyIds, new Date(since)],
    );
    if (rows[0]?.online === count) return Date.now();
    await sleep(50);
  }
  return Number.NaN;
}
