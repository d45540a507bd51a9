import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { temporaryFolder } from '../postgres.ts';
import { machine, writeInto } from '../report.ts';
import { Stops } from '../stops.ts';
import { fillDisk } from './disk.ts';
import { failOver, faultNames } from './failover/failover.ts';
import { failoverTable } from './failover/table.ts';
import type { Outcome } from './fault.ts';
import { Installation } from './installation.ts';
import { killAgainAndAgain, restartPostgres } from './kill.ts';
import { killBehindNginx } from './nginx.ts';
import { loseConnections, silenceProviders } from './network.ts';
import { restoreSecond } from './point-in-time.ts';
import { exhaustPool, freezeNode, freezePostgres } from './stall.ts';

/*
 * `npm run faults`: injects faults under load. Exits with 1 if a promise fails. Options: `--only kill,disk`, `--rounds 100`, `--write
 * docs/reliability.md`.
 * `--only failover` tries three machines of PostgreSQL, with `--desks 200 --sockets 100 --kiosks 20`, some faults by `--faults partition`, and all of
 * them twice by `--rounds 2`.
 */

const onOneInstallation = {
  kill: (installation: Installation) => killAgainAndAgain(installation, rounds),
  restart: restartPostgres,
  pool: exhaustPool,
  'freeze-postgres': freezePostgres,
  'freeze-node': freezeNode,
  lossy: loseConnections,
};
const onTheirOwn = {
  nginx: killBehindNginx,
  disk: fillDisk,
  providers: silenceProviders,
  'point-in-time': restoreSecond,
};

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: [...Object.keys({ ...onOneInstallation, ...onTheirOwn }), 'failover'].join(',') },
    rounds: { type: 'string' },
    desks: { type: 'string', default: '200' },
    sockets: { type: 'string', default: '100' },
    kiosks: { type: 'string', default: '20' },
    faults: { type: 'string', default: faultNames.join(',') },
    write: { type: 'string' },
  },
});
const rounds = Number(values.rounds ?? 100);
const asked = new Set(values.only.split(','));

const stops = new Stops();
stops.runOnSignals();
try {
  const outcomes = await tryAll();
  if (outcomes.length > 0) await report(tableOf(outcomes), 'figures');
  const rows = asked.has('failover') ? await tryFailover() : [];
  if (rows.length > 0) await report(failoverTable(rows), 'failover');
  process.exitCode = [...outcomes, ...rows].some(({ broken }) => broken.length > 0) ? 1 : 0;
} finally {
  await stops.run();
}

async function report(table: string, place: 'figures' | 'failover'): Promise<void> {
  const text = `${new Date().toISOString().slice(0, 10)}, on ${machine()}\n\n${table}`;
  console.log(`\n${text}`);
  if (values.write) await writeInto(values.write, text, place);
}

async function tryFailover() {
  const { folder, remove } = await temporaryFolder();
  stops.push(remove);
  const options = {
    desks: Number(values.desks),
    sockets: Number(values.sockets),
    kiosks: Number(values.kiosks),
    times: Number(values.rounds ?? 1),
    faults: values.faults.split(','),
  };
  const rows = await failOver(join(folder, 'failover'), options, stops);
  if (typeof rows !== 'string') return rows;
  console.log(`failover: ${rows}`);
  return [];
}

async function tryAll(): Promise<Outcome[]> {
  const { folder, remove } = await temporaryFolder();
  stops.push(remove);
  const outcomes: Outcome[] = [];
  const keep = (outcome: Outcome) => {
    console.log(`${outcome.fault}: ${outcome.broken.join('; ') || 'held'}`);
    outcomes.push(outcome);
  };
  const shared = Object.entries(onOneInstallation).filter(([name]) => asked.has(name));
  if (shared.length > 0) {
    const running = stops.nested();
    const starting = Installation.in(join(folder, 'installation'));
    const installation = await running.begin(starting, (one) => one.stop());
    for (const [, fault] of shared) keep(await fault(installation));
    await running.run();
  }
  for (const [name, fault] of Object.entries(onTheirOwn)) {
    if (asked.has(name)) keep(await fault(join(folder, name)));
  }
  return outcomes;
}

function tableOf(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(
    ({ fault, result, broken }) =>
      `| ${fault} | ${broken.length === 0 ? 'held' : `**${broken.join('; ')}**`} | ${result} |`,
  );
  return ['| fault | what must hold | measured |', '| --- | --- | --- |', ...rows].join('\n');
}
