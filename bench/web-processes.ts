import { postgresProcesses } from '../apps/server/src/platform/db/embedded/processes.ts';
import { type Bench, middleBuilding } from './bench.ts';
import { firstNewPhone, forgetArrivals, listCalls, registerCalls } from './calls.ts';
import type { Call } from './connection.ts';
import { startLoadGenerator } from './load.ts';
import { processorTimes, usedBetween } from './processor-time.ts';
import type { Program } from './program.ts';
import type { Figure } from './report.ts';
import { Stops } from './stops.ts';

const counts = [1, 2, 4];
const connections = 32;
const seconds = 4;
/** Separates the number ranges of the load generators. */
const numbersEach = 200_000;

/** Reports the cost per call, which matters more than throughput on a small machine. */
export async function measureWebProcesses(bench: Bench): Promise<Figure[]> {
  const building = middleBuilding(bench);
  const kinds = [
    { what: 'current list', calls: listCalls(building, [{ scope: 'current', limit: '50' }]) },
    { what: 'register', calls: registerCalls(building), reset: () => forgetArrivals(bench.client) },
  ];
  const figures: Figure[] = [];
  for (const count of counts) {
    const running = new Stops();
    try {
      const programs = await startMany(bench, count, running);
      for (const { what, calls, reset } of kinds) {
        await measure(bench, programs, calls, 1);
        await reset?.();
        const { perSecond, p99, ofWeb, ofPostgres } = await measure(bench, programs, calls, seconds);
        await reset?.();
        figures.push({
          what: `${what}, ${count} web process${count === 1 ? '' : 'es'}`,
          measured: perSecond,
          unit: '/s',
          from: `p99 ${p99.toFixed(1)} ms; processor ${ofWeb.toFixed(2)} ms a call in Node, ${ofPostgres.toFixed(2)} in PostgreSQL`,
        });
      }
    } finally {
      await running.run();
    }
  }
  return figures;
}

async function startMany(bench: Bench, count: number, running: Stops): Promise<Program[]> {
  const programs: Program[] = [];
  for (let number = 0; number < count; number += 1) {
    const program = await bench.start({ ROLE: 'web' });
    running.push(() => program.stop());
    programs.push(program);
  }
  return programs;
}

interface Measured {
  perSecond: number;
  p99: number;
  ofWeb: number;
  ofPostgres: number;
}

async function measure(bench: Bench, programs: Program[], calls: Call[], seconds: number): Promise<Measured> {
  const shares = programs.map((program, index) => ({
    port: program.port,
    generator: startLoadGenerator(),
    firstNumber: firstNewPhone + index * numbersEach,
  }));
  try {
    const used = async () => ({
      web: await processorTimes(programs.map(({ pid }) => pid)),
      postgres: await processorTimes(await postgresProcesses(bench.connection.host)),
    });
    const share = Math.ceil(connections / programs.length);
    const before = await used();
    const results = await Promise.all(
      shares.map(({ generator, ...load }) => generator.do({ ...load, connections: share, calls, seconds })),
    );
    const after = await used();
    const made = sum(results.map((result) => result.calls));
    return {
      perSecond: sum(results.map((result) => result.perSecond)),
      p99: Math.max(...results.map((result) => result.p99)),
      ofWeb: usedBetween(before.web, after.web) / made,
      ofPostgres: usedBetween(before.postgres, after.postgres) / made,
    };
  } finally {
    for (const { generator } of shares) generator.stop();
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
