import pg from 'pg';
import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { ensureBuilt } from '../scripts/build.mjs';
import { measureAdministration } from './administration.ts';
import type { Bench } from './bench.ts';
import { seedBuildings, settle } from './building.ts';
import { measureConsole } from './console.ts';
import { measureEscalation } from './escalation.ts';
import { measureGrowth } from './growth.ts';
import { measureGuestPages } from './guest-pages.ts';
import { measureGuests } from './guests.ts';
import { measureHostile } from './hostile.ts';
import { measureKiosks } from './kiosks.ts';
import { measureList } from './list.ts';
import { measureLive } from './live.ts';
import { startLoadGenerator } from './load.ts';
import { type Options, type Part, readOptions, usage } from './options.ts';
import { measurePass } from './pass.ts';
import { startPostgres, temporaryFolder } from './postgres.ts';
import { type Program, startBaseline, startVestibule } from './program.ts';
import { measureRegister } from './register.ts';
import { type Figure, machine, tableOf, writeInto } from './report.ts';
import { measureStart } from './start.ts';
import { measureRetention } from './retention.ts';
import { Stops } from './stops.ts';
import { measureStorm } from './storm.ts';
import { startDirectory } from './synchronization.ts';
import { measureTenants } from './tenants.ts';
import { measureRowSecurity } from './row-security.ts';
import { measureWebProcesses } from './web-processes.ts';

const withServers: [Part, (bench: Bench) => Promise<Figure[]>][] = [
  ['list', measureList],
  ['register', measureRegister],
  ['pass', measurePass],
  ['row-security', measureRowSecurity],
  ['growth', measureGrowth],
  ['guests', measureGuests],
  ['live', measureLive],
  ['hostile', measureHostile],
  ['console', measureConsole],
  ['guest-pages', measureGuestPages],
  ['tenants', measureTenants],
  ['retention', measureRetention],
  ['web-processes', measureWebProcesses],
  ['kiosks', measureKiosks],
  ['storm', measureStorm],
  ['escalation', measureEscalation],
  // Last: it deletes the building of the others.
  ['administration', measureAdministration],
];

const options = readOptions();
if (options === null) {
  console.log(usage);
  process.exit();
}
const stops = new Stops();
stops.runOnSignals();
try {
  const figures = await measureAll(options);
  const text = `${new Date().toISOString().slice(0, 10)}, houses of ${options.sizes.join(', ')} visitors, on ${machine()}\n\n${tableOf(figures)}`;
  console.log(`\n${text}`);
  if (options.write) await writeInto(options.write, text);
} finally {
  await stops.run();
}

async function measureAll({ sizes, parts, expired, kiosks }: Options): Promise<Figure[]> {
  if (parts.has('console') || parts.has('guest-pages')) await ensureBuilt();
  const { folder, remove } = await temporaryFolder();
  stops.push(remove);
  const figures = await measureOnData(folder, { sizes, parts, expired, kiosks });
  if (parts.has('start')) figures.push(...(await timed('start', () => measureStart(folder, stops))));
  return figures;
}

async function measureOnData(
  folder: string,
  { sizes, parts, expired, kiosks }: Omit<Options, 'write'>,
): Promise<Figure[]> {
  const running = stops.nested();
  const { connection } = await running.begin(startPostgres(folder), (postgres) => postgres.stop());
  const client = new pg.Client(connection);
  await client.connect();
  running.push(() => client.end());
  const database = openDatabase(connection);
  await migrate(database.db);
  await database.close();
  const buildings = await timed(`seeding houses of ${sizes.join(', ')} visitors`, () => seedBuildings(client, sizes));

  const directory = await startDirectory();
  running.push(directory.close);
  const stop = (program: Program) => program.stop();
  const vestibule = await running.begin(startVestibule(folder, connection, directory.settings), stop);
  const baseline = await running.begin(startBaseline(connection), stop);
  const load = startLoadGenerator();
  running.push(() => load.stop());
  const start = (settings: Record<string, string>) => startVestibule(folder, connection, settings);
  const figures: Figure[] = [];
  for (const [part, measure] of withServers) {
    if (!parts.has(part)) continue;
    await settle(client);
    figures.push(
      ...(await timed(part, () =>
        measure({ vestibule, baseline, load, buildings, start, client, connection, expired, kiosks }),
      )),
    );
  }
  await running.run();
  return figures;
}

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  process.stdout.write(`${what} … `);
  const began = performance.now();
  const result = await work();
  console.log(`${((performance.now() - began) / 1000).toFixed(0)} s`);
  return result;
}
