import { type Bench, middleBuilding } from './bench.ts';
import { firstNewPhone, forgetArrivals, registerCalls } from './calls.ts';
import type { Call } from './connection.ts';
import type { Figure } from './report.ts';
import { startWorker } from './worker.ts';

export interface LiveJob {
  port: number;
  cookies: string[];
  checkIns: Call[];
  firstNumber: number;
  slowReaders?: number;
}

export interface LiveResult {
  sockets: number;
  p50: number;
  p99: number;
}

export async function measureLive(bench: Bench): Promise<Figure[]> {
  const building = middleBuilding(bench);
  const worker = startWorker<LiveJob, LiveResult>(new URL('live-process.ts', import.meta.url).pathname);
  try {
    const { sockets, p50, p99 } = await worker.do({
      port: bench.vestibule.port,
      cookies: building.cookies,
      checkIns: registerCalls(building).slice(0, 200),
      firstNumber: firstNewPhone,
    });
    return [
      {
        what: 'live: check-in acknowledged to shown on the last desk, p99',
        measured: p99,
        unit: 'ms',
        target: { atMost: 250, aim: 100 },
        from: `${sockets} sockets; p50 ${p50.toFixed(1)} ms`,
      },
    ];
  } finally {
    worker.stop();
    await forgetArrivals(bench.client);
  }
}
