import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../scripts/free-port.mjs';
import { startMailServer } from '../../../apps/server/src/testing/mail.ts';
import { startVestibule } from '../../program.ts';
import type { Stops } from '../../stops.ts';
import { Cluster, standbys } from './cluster.ts';
import { acknowledgements, audit, type Ledger, longestGap } from './ledger.ts';
import { type Load, startLoad } from './load.ts';
import { missingPrograms } from './packages.ts';
import { type Probe, startProbe } from './probe.ts';
import { type Round, rounds, untilWritten } from './rounds.ts';
import { type FailoverRow, lineOf } from './table.ts';
import { companies, inTurn, seedSites } from './sites.ts';
import { countUninformed, type DeskSocket, openSocket, untilOpen } from './socket.ts';

export interface FailoverOptions {
  desks: number;
  sockets: number;
  kiosks: number;
  /** How often each fault happens. */
  times: number;
  faults: readonly string[];
}

/** From the fault until HAProxy knows of it: two checks, one second apart, of one second each. */
const noticedAfterMs = 4_000;
const refusedWithinMs = { primary: 2_000, standby: 12_500 };
const backWithinSeconds = 1;

export const faultNames: readonly string[] = Object.keys(rounds);

/**
 * Needs Debian's packages. Without them it returns the sentence that names them.
 * @throws {Error} for fewer desks than companies
 */
export async function failOver(
  folder: string,
  options: FailoverOptions,
  stops: Stops,
): Promise<FailoverRow[] | string> {
  if (!Number.isInteger(options.desks) || options.desks < companies) {
    throw new Error(`--desks needs at least ${companies}, one for each company.`);
  }
  const missing = await missingPrograms('failover');
  if (missing) return missing;
  const cluster = await Cluster.in(folder, stops);
  console.log('three machines are in synchronous mode');
  const mail = await startMailServer();
  stops.push(() => mail.close());
  const settings = {
    MAIL_URL: mail.url.href,
    MAIL_FROM: 'desk@vestibule.test',
    LOG_LEVEL: 'error',
    DATABASE_URL: cluster.addressFor('program'),
    DATABASE_READ_URL: cluster.addressFor('program', standbys),
  };
  const start = (name: string, own: Record<string, string>) =>
    stops.begin(startVestibule(`${folder}/${name}`, undefined, { ...settings, ...own }), (program) => program.stop());
  const owner = { MIGRATION_DATABASE_URL: cluster.addressFor('owner') };
  const metrics = [await freePort(), await freePort()];
  const webs = [
    await start('web1', { ROLE: 'web', METRICS_PORT: `${metrics[0]}`, ...owner }),
    await start('web2', { ROLE: 'web', METRICS_PORT: `${metrics[1]}` }),
  ];
  await start('worker', { ROLE: 'worker' });
  const addresses = webs.map(({ port }) => `http://127.0.0.1:${port}`);

  const sites = await cluster.withClient('vestibule', (client) => seedSites(client, options.desks, options.kiosks));
  const sockets = Array.from({ length: options.sockets }, (_, index) => {
    const { companyId, cookies } = inTurn(sites, index);
    const place = Math.floor(index / sites.length);
    return openSocket(companyId, inTurn(addresses, place), inTurn(cookies, place));
  });
  stops.push(() => sockets.forEach((socket) => socket.close()));
  const load = await startLoad(sites, addresses);
  stops.push(() => load.stop());
  const probe = await startProbe(cluster);
  stops.push(() => probe.stop());
  const mailIds = () =>
    mail.received.splice(0).map(({ email }) => {
      if (email.messageId === undefined) throw new Error('A mail has no Message-ID.');
      return email.messageId;
    });

  const rows: FailoverRow[] = [];
  for (let time = 0; time < options.times; time += 1) {
    for (const [name, round] of Object.entries(rounds)) {
      if (!options.faults.includes(name)) continue;
      const countReads = () => countReadsOfStandbys(metrics);
      const row = await tryRound(round, { cluster, load, probe, sockets, mailIds, countReads }).catch(
        (error: unknown) => {
          console.error(error);
          return failedRow(round, error);
        },
      );
      console.log(lineOf(row));
      rows.push(row);
    }
  }
  return rows;
}

interface Running {
  cluster: Cluster;
  load: Load;
  probe: Probe;
  sockets: DeskSocket[];
  mailIds: () => string[];
  /** Reads that standbys answered since the start. */
  countReads: () => Promise<number>;
}

async function tryRound(round: Round, running: Running): Promise<FailoverRow> {
  const { cluster, load, probe, sockets, mailIds } = running;
  await cluster.untilHealthy();
  await cluster.setSynchronous(round.isSynchronous ?? false);
  await untilOpen(sockets);
  const readsBefore = await running.countReads();
  const { began, ended, notTried } = await harm(round, running);
  const queued = load.countQueued();
  const reads = (await running.countReads()) - readsBefore;

  const { ledger } = load;
  const { lost, doubled, lostPhones } = await cluster.withClient('vestibule', (client) => audit(client, ledger));
  const uninformed = await countUninformed(sockets, ledger.acts, lostPhones);
  const resyncs = sockets.reduce((sum, socket) => sum + socket.resyncs.length, 0);
  const ids = mailIds();
  const database = longestGap(probe.writes, began, ended);
  const program = longestGap(acknowledgements(ledger), began, ended);
  const refusals = judgeRefusals(ledger, round, database);
  return {
    fault: round.fault,
    ...(notTried && { notTried }),
    databaseAwaySeconds: database.seconds,
    programAwaySeconds: program.seconds,
    acknowledged: acknowledgements(ledger).length,
    lost,
    doubled,
    mails: ids.length,
    mailsTwice: ids.length - new Set(ids).size,
    lists: ledger.lists,
    oldLists: ledger.oldLists,
    reads,
    refusals: refusals.text,
    uninformed,
    sockets: sockets.length,
    resyncs,
    queued,
    broken: [
      // A desk cannot check out a visitor whom the database lost.
      ...new Set(ledger.wrong.filter((answer) => round.isSynchronous || !answer.includes('404'))),
      ...(round.isSynchronous && lost > 0 ? [`${lost} acknowledged acts lost`] : []),
      ...(round.isSynchronous && ledger.oldLists > 0 ? [`${ledger.oldLists} lists lacked an own change`] : []),
      ...(round.isSynchronous && reads === 0 ? ['no standby answered a read'] : []),
      ...(doubled > 0 ? [`${doubled} acts doubled`] : []),
      ...(program.seconds > database.seconds + backWithinSeconds
        ? [`back ${(program.seconds - database.seconds).toFixed(1)} s after the database`]
        : []),
      ...(uninformed > 0 ? [`${uninformed} sockets missed an event`] : []),
      ...(queued > 0 ? [`${queued} visits unsent at kiosks`] : []),
      ...refusals.broken,
    ],
  };
}

/** Puts the load on, from 12 s before the fault until 5 s after the recovery. */
async function harm(round: Round, { cluster, load, probe, sockets }: Running) {
  load.begin();
  try {
    for (const socket of sockets) Object.assign(socket, { gaps: 0, resyncs: [], loads: [] });
    await sleep(12_000);
    const began = performance.now();
    const notTried = (await round.begin(cluster, probe)) ?? undefined;
    const harmed = performance.now();
    await untilWritten(probe.writes, harmed);
    await untilAcknowledged(load.ledger, harmed);
    await cluster.untilHealthy();
    await sleep(5_000);
    return { began, ended: performance.now(), notTried };
  } finally {
    await load.pause();
  }
}

function failedRow({ fault }: Round, error: unknown): FailoverRow {
  const none = {
    acknowledged: 0,
    lost: 0,
    doubled: 0,
    mails: 0,
    mailsTwice: 0,
    lists: 0,
    oldLists: 0,
    reads: 0,
    refusals: '',
  };
  const away = { databaseAwaySeconds: Number.NaN, programAwaySeconds: Number.NaN };
  return {
    fault,
    ...away,
    ...none,
    uninformed: 0,
    sockets: 0,
    resyncs: 0,
    queued: 0,
    broken: [String(error).replaceAll(/\s+/g, ' ')],
  };
}

async function countReadsOfStandbys(metricsPorts: readonly number[]): Promise<number> {
  let reads = 0;
  for (const port of metricsPorts) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    reads += Number(/^\S*standby_reads_total\{outcome="standby"\} (\d+)/m.exec(text)?.[1] ?? 0);
  }
  return reads;
}

async function untilAcknowledged(ledger: Ledger, since: number): Promise<void> {
  const deadline = performance.now() + 90_000;
  while ((acknowledgements(ledger).at(-1) ?? 0) < since) {
    if (performance.now() > deadline) throw new Error('The program acknowledged nothing for 90 s.');
    await sleep(100);
  }
}

/**
 * Lists the changes without a success while there was no primary. Only those that began after HAProxy noticed are measured
 * against the limit.
 */
function judgeRefusals({ calls }: Ledger, { waitsForStandby }: Round, away: { began: number; ended: number }) {
  const boundMs = waitsForStandby ? refusedWithinMs.standby : refusedWithinMs.primary;
  const within = calls.filter(
    ({ began, ended, isWrite, status }) =>
      isWrite && status !== 201 && status !== 200 && ended > away.began && began < away.ended,
  );
  const noticed = within.filter(({ began }) => began > away.began + noticedAfterMs);
  const slow = noticed.filter(({ began, ended }) => ended - began > boundMs);
  const silent = within.filter(({ status }) => status === 'none');
  const bare = within.filter(({ status, hasRetryAfter }) => status === 503 && !hasRetryAfter);
  const slowestSeconds = Math.max(0, ...within.map(({ began, ended }) => ended - began)) / 1_000;
  const slowestNoticedSeconds = Math.max(0, ...noticed.map(({ began, ended }) => ended - began)) / 1_000;
  const count = within.filter(({ status }) => status === 503).length;
  return {
    text: `${count}, ${slowestNoticedSeconds.toFixed(1)} s (${slowestSeconds.toFixed(1)} s)`,
    broken: [
      ...(slow.length > 0 ? [`${slow.length} changes waited longer than ${boundMs / 1_000} s`] : []),
      ...(silent.length > 0 ? [`${silent.length} changes got no answer`] : []),
      ...(bare.length > 0 ? [`${bare.length} answers 503 without Retry-After`] : []),
    ],
  };
}
