import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { type Bench } from './bench.ts';
import { firstNewPhone, forgetArrivals, listCalls, registerCalls } from './calls.ts';
import type { Call } from './connection.ts';
import type { Program } from './program.ts';
import type { Figure } from './report.ts';

const pairs = 10;
const callsInTurn = 200;

/**
 * What row-level security costs: the same program with it and without, in turns, on calls of every house in turn, so that each
 * connection to the database changes its company all the time. Processor time is compared, as of a busy machine the rates are the luck of
 * the moment; on systems other than Linux it cannot be read.
 */
export async function measureRowSecurity(bench: Bench): Promise<Figure[]> {
  const { buildings, client } = bench;
  const [behind, open] = [await bench.start({ ROW_SECURITY: 'true' }), await bench.start({ ROW_SECURITY: 'false' })];
  const ofAll = (callsOf: (building: Bench['buildings'][number]) => Call[]) => mixed(buildings.map(callsOf));
  const kinds = [
    { what: 'current list', calls: ofAll((building) => listCalls(building, [{ scope: 'current', limit: '50' }])) },
    { what: 'search', calls: ofAll((building) => listCalls(building, [{ search: 'nils', limit: '50' }])) },
    { what: 'register', calls: ofAll(registerCalls), reset: () => forgetArrivals(client) },
  ];
  const figures: Figure[] = [];
  try {
    for (const kind of kinds) {
      for (const connections of [1, 32]) figures.push(await compare(bench, [behind, open], kind, connections));
    }
  } finally {
    await behind.stop();
    await open.stop();
  }
  return figures;
}

async function compare(
  { load, client }: Bench,
  programs: readonly [behind: Program, open: Program],
  { what, calls, reset }: { what: string; calls: Call[]; reset?: () => Promise<void> },
  connections: number,
): Promise<Figure> {
  let sent = firstNewPhone;
  const spend = async (program: Program) => {
    const before = await processorTime(client, program);
    await load.do({ port: program.port, connections, calls, firstNumber: sent, count: callsInTurn });
    sent += callsInTurn;
    return (await processorTime(client, program)) - before;
  };
  for (const program of programs) await spend(program);
  let [behind, open] = [0, 0];
  for (let pair = 0; pair < pairs; pair += 1) {
    // Each goes first in every other pair.
    if (pair % 2 === 0) behind += await spend(programs[0]);
    open += await spend(programs[1]);
    if (pair % 2 === 1) behind += await spend(programs[0]);
  }
  await reset?.();
  const each = (seconds: number) => ((seconds / pairs / callsInTurn) * 1000).toFixed(2);
  return {
    what: `${what}, ${connections} connection${connections === 1 ? '' : 's'}: processor time without row-level security against with it`,
    measured: open / behind,
    unit: '',
    target: { atLeast: 0.9, aim: 0.95 },
    from: `${each(open)} of ${each(behind)} ms a call`,
  };
}

/** Ticks of Linux in a second. */
const ticks = 100;

/** What the program and the backends of its database have spent, in seconds. The other program is idle meanwhile. */
async function processorTime(client: pg.Client, { pid }: Program): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'vestibule'`,
  );
  const spent = await Promise.all([pid, ...rows.map((row) => row.pid)].map(timeOf));
  return spent.reduce((sum, seconds) => sum + seconds, 0);
}

async function timeOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [user = '0', system = '0'] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) / ticks;
}

/** One of each in turn. */
function mixed(lists: readonly Call[][]): Call[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list.slice(place, place + 1))).flat();
}
