import { type Bench, middleBuilding } from './bench.ts';
import { firstNewPhone, forgetArrivals, registerCalls } from './calls.ts';
import type { Call } from './connection.ts';
import type { Figure } from './report.ts';
import { startWorker } from './worker.ts';

export interface LiveJob {
  port: number;
  /** Each of these users opens five sockets. */
  cookies: string[];
  checkIns: Call[];
  firstNumber: number;
  /** So many of the sockets read nothing once they are open. */
  slowReaders?: number;
}

export interface LiveResult {
  sockets: number;
  /** Milliseconds from the answer of a check-in until the last socket that reads had it. */
  p50: number;
  p99: number;
}

/** How long after a check-in was acknowledged it is on every other desk, with a thousand of them. */
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
