import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { temporaryFolder } from '../postgres.ts';
import { machine, writeInto } from '../report.ts';
import { Stops } from '../stops.ts';
import { fillDisk } from './disk.ts';
import type { Outcome } from './fault.ts';
import { Installation } from './installation.ts';
import { killAgainAndAgain, restartPostgres } from './kill.ts';
import { killBehindNginx } from './nginx.ts';
import { loseConnections, silenceProviders } from './network.ts';
import { exhaustPool, freezeNode, freezePostgres } from './stall.ts';

/*
 * `npm run faults`: injects faults under load. Exits with 1 if a promise fails. Options: `--only kill,disk`, `--rounds 100`, `--write
 * docs/reliability.md`.
 */

const onOneInstallation = {
  kill: (installation: Installation) => killAgainAndAgain(installation, rounds),
  restart: restartPostgres,
  pool: exhaustPool,
  'freeze-postgres': freezePostgres,
  'freeze-node': freezeNode,
  lossy: loseConnections,
};
const onTheirOwn = { nginx: killBehindNginx, disk: fillDisk, providers: silenceProviders };

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys({ ...onOneInstallation, ...onTheirOwn }).join(',') },
    rounds: { type: 'string', default: '100' },
    write: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const asked = new Set(values.only.split(','));

const stops = new Stops();
stops.runOnSignals();
try {
  const outcomes = await tryAll();
  const text = `${new Date().toISOString().slice(0, 10)}, on ${machine()}\n\n${tableOf(outcomes)}`;
  console.log(`\n${text}`);
  if (values.write) await writeInto(values.write, text);
  process.exitCode = outcomes.some(({ broken }) => broken.length > 0) ? 1 : 0;
} finally {
  await stops.run();
}

async function tryAll(): Promise<Outcome[]> {
  const { folder, remove } = await temporaryFolder();
  stops.push(remove);
  const outcomes: Outcome[] = [];
  const report = (outcome: Outcome) => {
    console.log(`${outcome.fault}: ${outcome.broken.join('; ') || 'held'}`);
    outcomes.push(outcome);
  };
  const shared = Object.entries(onOneInstallation).filter(([name]) => asked.has(name));
  if (shared.length > 0) {
    const running = stops.nested();
    const starting = Installation.in(join(folder, 'installation'));
    const installation = await running.begin(starting, (one) => one.stop());
    for (const [, fault] of shared) report(await fault(installation));
    await running.run();
  }
  for (const [name, fault] of Object.entries(onTheirOwn)) {
    if (asked.has(name)) report(await fault(join(folder, name)));
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
