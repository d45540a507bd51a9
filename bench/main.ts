import pg from 'pg';
import { openDatabase } from '../apps/server/src/db/database.ts';
import { migrate } from '../apps/server/src/db/migrate.ts';
import type { Bench } from './bench.ts';
import { layBuildings, settle } from './building.ts';
import { measureGrowth } from './growth.ts';
import { measureList } from './list.ts';
import { measureLive } from './live.ts';
import { startLoadGenerator } from './load.ts';
import { type Options, type Part, readOptions } from './options.ts';
import { startPostgres, temporaryFolder } from './postgres.ts';
import { startBaseline, startVestibule } from './program.ts';
import { measureRegister } from './register.ts';
import { type Figure, machine, tableOf, writeInto } from './report.ts';
import { measureStart } from './start.ts';

const withServers: [Part, (bench: Bench) => Promise<Figure[]>][] = [
  ['list', measureList],
  ['register', measureRegister],
  ['growth', measureGrowth],
  ['live', measureLive],
];

const options = readOptions();
const { folder, remove } = await temporaryFolder();
const figures: Figure[] = [];
try {
  await measureOnData(folder, options);
  if (options.parts.has('start')) figures.push(...(await measureStart(folder)));
} finally {
  await remove();
}
const text = `${new Date().toISOString().slice(0, 10)}, houses of ${options.sizes.join(', ')} visitors, on ${machine()}\n\n${tableOf(figures)}`;
console.log(`\n${text}`);
if (options.write) await writeInto(options.write, text);

async function measureOnData(folder: string, { sizes, parts }: Options) {
  const postgres = await startPostgres(folder);
  const { connection } = postgres;
  const client = new pg.Client(connection);
  try {
    const database = openDatabase(connection);
    await migrate(database.db);
    await database.close();
    await client.connect();
    const buildings = await timed(`laying houses of ${sizes.join(', ')} visitors`, () => layBuildings(client, sizes));

    const vestibule = await startVestibule(folder, connection);
    const baseline = await startBaseline(connection);
    const load = startLoadGenerator();
    try {
      for (const [part, measure] of withServers) {
        if (!parts.has(part)) continue;
        await settle(client);
        figures.push(...(await timed(part, () => measure({ vestibule, baseline, load, buildings, client }))));
      }
    } finally {
      load.stop();
      await baseline.stop();
      await vestibule.stop();
    }
  } finally {
    await client.end();
    await postgres.stop();
  }
}

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  process.stdout.write(`${what} … `);
  const began = performance.now();
  const result = await work();
  console.log(`${((performance.now() - began) / 1000).toFixed(0)} s`);
  return result;
}
