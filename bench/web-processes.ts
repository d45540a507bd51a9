import { readFile } from 'node:fs/promises';
import { postgresProcesses } from '../apps/server/src/platform/db/embedded/processes.ts';
import { type Bench, middleBuilding } from './bench.ts';
import { firstNewPhone, forgetArrivals, listCalls, registerCalls } from './calls.ts';
import type { Call } from './connection.ts';
import { processorTimes, usedBetween } from './processor-time.ts';
import type { Program } from './program.ts';
import type { Figure } from './report.ts';

const counts = [1, 2];
const connections = 32;
/** A number of calls, because a busy machine makes too few in a time to compile the program. */
const callsBefore = 2_000;
const callsMeasured = 3_000;
const longestSeconds = 300;

/** Reports the processor time per call, which other work on the machine changes less than the rate. Linux only. */
export async function measureWebProcesses(bench: Bench): Promise<Figure[]> {
  const building = middleBuilding(bench);
  const kinds = [
    { what: 'current list', calls: listCalls(building, [{ scope: 'current', limit: '50' }]) },
    { what: 'register', calls: registerCalls(building), reset: () => forgetArrivals(bench.client) },
  ];
  const figures: Figure[] = [];
  for (const count of counts) {
    const program = await bench.start({ ROLE: 'web', PROCESSES: String(count) });
    try {
      for (const { what, calls, reset } of kinds) {
        await measure(bench, program, calls, callsBefore);
        await reset?.();
        const { perSecond, p99, ofWeb, ofPostgres } = await measure(bench, program, calls, callsMeasured);
        await reset?.();
        const perCore = 1_000 / (ofWeb + ofPostgres);
        figures.push({
          what: `${what}, ${count} web process${count === 1 ? '' : 'es'}`,
          measured: perSecond,
          unit: '/s',
          from: `p99 ${p99.toFixed(1)} ms; processor ${ofWeb.toFixed(2)} ms a call in Node, ${ofPostgres.toFixed(2)} in PostgreSQL: ${perCore.toFixed(0)} calls/s per core`,
        });
      }
    } finally {
      await program.stop();
    }
  }
  return figures;
}

interface Measured {
  perSecond: number;
  p99: number;
  ofWeb: number;
  ofPostgres: number;
}

async function measure(bench: Bench, { port, pid }: Program, calls: Call[], count: number): Promise<Measured> {
  const pids = [pid, ...(await childrenOf(pid))];
  const used = async () => ({
    web: await processorTimes(pids),
    postgres: await processorTimes(await postgresProcesses(bench.connection.host)),
  });
  const before = await used();
  const result = await bench.load.do({
    port,
    connections,
    calls,
    count,
    seconds: longestSeconds,
    firstNumber: firstNewPhone,
  });
  const after = await used();
  return {
    perSecond: result.perSecond,
    p99: result.p99,
    ofWeb: usedBetween(before.web, after.web) / result.calls,
    ofPostgres: usedBetween(before.postgres, after.postgres) / result.calls,
  };
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}
