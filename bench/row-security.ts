import type pg from 'pg';
import { type Bench } from './bench.ts';
import { firstNewPhone, forgetArrivals, listCalls, registerCalls } from './calls.ts';
import type { Call } from './connection.ts';
import { processorTimes, type ProcessorTimes, usedBetween } from './processor-time.ts';
import type { Program } from './program.ts';
import type { Figure } from './report.ts';

const pairs = 10;
const callsInTurn = 200;

/**
 * Calls alternate companies, so connections switch context constantly. Compares processor time: rates vary on busy machines. Linux only.
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
    const before = await timesOf(client, program);
    await load.do({ port: program.port, connections, calls, firstNumber: sent, count: callsInTurn });
    sent += callsInTurn;
    return usedBetween(before, await timesOf(client, program));
  };
  for (const program of programs) await spend(program);
  let [behind, open] = [0, 0];
  for (let pair = 0; pair < pairs; pair += 1) {
    if (pair % 2 === 0) behind += await spend(programs[0]);
    open += await spend(programs[1]);
    if (pair % 2 === 1) behind += await spend(programs[0]);
  }
  await reset?.();
  const each = (milliseconds: number) => (milliseconds / pairs / callsInTurn).toFixed(2);
  return {
    what: `${what}, ${connections} connection${connections === 1 ? '' : 's'}: processor time without row-level security against with it`,
    measured: open / behind,
    unit: '',
    target: { atLeast: 0.9, aim: 0.95 },
    from: `${each(open)} of ${each(behind)} ms a call`,
  };
}

async function timesOf(client: pg.Client, { pid }: Program): Promise<ProcessorTimes> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'vestibule'`,
  );
  return processorTimes([pid, ...rows.map((row) => row.pid)]);
}

function mixed(lists: readonly Call[][]): Call[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list.slice(place, place + 1))).flat();
}
