import { setTimeout as sleep } from 'node:timers/promises';
import { rounds } from './bench.ts';
import { median } from './share.ts';
import { startVestibule } from './program.ts';
import type { Figure } from './report.ts';
import type { Stops } from './stops.ts';

const restSeconds = 5;

/** Restarts on existing data, PostgreSQL included. Measures idle memory. */
export async function measureStart(dataDir: string, stops: Stops): Promise<Figure[]> {
  const starts: number[] = [];
  const memory: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const running = stops.nested();
    const program = await startVestibule(dataDir);
    running.push(() => program.stop());
    starts.push(program.startMs / 1000);
    await sleep(restSeconds * 1000);
    memory.push((await program.memory()) / 1e6);
    await running.run();
  }
  return [
    { what: 'warm start to ready', measured: median(starts), unit: 's', target: { atMost: 4, aim: 2 } },
    { what: 'memory of the Node at rest', measured: median(memory), unit: 'MB', target: { atMost: 150, aim: 130 } },
  ];
}
