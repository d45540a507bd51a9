import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, middleBuilding } from './bench.ts';
import { type Building, seedUsers } from './building.ts';
import { firstNewPhone, forgetArrivals, listCalls, registerCalls } from './calls.ts';
import { measureGreedyUser } from './greedy.ts';
import type { HostileJob, HostileResult } from './hostile-process.ts';
import type { LiveJob, LiveResult } from './live.ts';
import type { Figure } from './report.ts';
import { startWorker } from './worker.ts';

const slowClients = 200;
const floodClients = 500;
const seconds = 12;
const users = 1000;
const slowReaders = 500;

export async function measureHostile(bench: Bench): Promise<Figure[]> {
  const building = middleBuilding(bench);
  const list = `/api/v1/visitors/company/${building.companyId}?limit=100`;
  const [cookie = ''] = await seedUsers(bench.client, building.companyId, 1, 'greedy');
  // Precedes the flood, which blocks sign-ins from this network.
  const greedy = await measureGreedyUser(bench, building);
  const figures = [
    await besideDesk(bench, building, `${slowClients} clients that send headers byte by byte`, {
      kind: 'headers',
      path: list,
      clients: slowClients,
      cookie,
    }),
    await besideDesk(bench, building, `${slowClients} clients that send bodies byte by byte`, {
      kind: 'bodies',
      path: '/api/v1/visitors/register',
      clients: slowClients,
      cookie,
    }),
    await besideDesk(bench, building, `${slowClients} clients that do not read their answers`, {
      kind: 'reads',
      path: list,
      clients: slowClients,
      cookie,
    }),
    await besideDesk(bench, building, `a flood of sign-ins from ${floodClients} clients`, {
      kind: 'flood',
      path: '/api/v1/auth/login',
      clients: floodClients,
      cookie: '',
    }),
  ];
  return [...greedy, ...figures, ...(await measureSockets(bench, building))];
}

async function besideDesk(
  { vestibule: { port }, load }: Bench,
  building: Building,
  what: string,
  job: Pick<HostileJob, 'kind' | 'path' | 'clients' | 'cookie'>,
): Promise<Figure> {
  const hostile = startWorker<HostileJob, HostileResult>(new URL('hostile-process.ts', import.meta.url).pathname);
  const calls = listCalls(building, [{ scope: 'current', limit: '50' }]);
  try {
    await load.do({ port, connections: 8, calls, count: calls.length });
    const [{ answers, thrownOut }, { p99, perSecond }] = await Promise.all([
      hostile.do({ ...job, port, seconds }),
      sleep(1000).then(() => load.do({ port, connections: 8, calls, seconds: seconds - 2 })),
    ]);
    const answered = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
    return {
      what: `the desk's list beside ${what}, p99`,
      measured: p99,
      unit: 'ms',
      target: { atMost: 1000, aim: 100 },
      from: [`${Math.round(perSecond)} lists/s`, `${thrownOut} times cut off`, ...answered].join('; '),
    };
  } finally {
    hostile.stop();
  }
}

async function measureSockets(bench: Bench, building: Building): Promise<Figure[]> {
  const cookies = await seedUsers(bench.client, building.companyId, users, 'screen');
  const worker = startWorker<LiveJob, LiveResult>(new URL('live-process.ts', import.meta.url).pathname);
  const program = await bench.start({});
  try {
    await sleep(5000);
    const before = await program.memory();
    const { sockets, p50, p99 } = await worker.do({
      port: program.port,
      cookies,
      checkIns: registerCalls(building).slice(0, 100),
      firstNumber: firstNewPhone,
      slowReaders,
    });
    const after = await program.memory();
    const from = `${sockets} sockets, ${slowReaders} of which do not read`;
    return [
      {
        what: 'growth of the Node',
        measured: (after - before) / 1e6,
        unit: 'MB',
        target: { atMost: 100, aim: 60 },
        from,
      },
      {
        what: 'live to all others, p99',
        measured: p99,
        unit: 'ms',
        target: { atMost: 1000, aim: 250 },
        from: `${from}; p50 ${p50.toFixed(0)} ms`,
      },
    ];
  } finally {
    worker.stop();
    await program.stop();
    await forgetArrivals(bench.client);
  }
}
