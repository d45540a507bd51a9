import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { againstBaseline } from './against-baseline.ts';
import { type Bench, middleBuilding } from './bench.ts';
import { listCalls } from './calls.ts';
import { type Call, openConnection } from './connection.ts';
import type { Figure } from './report.ts';

export async function measureList(bench: Bench): Promise<Figure[]> {
  const calls = listCalls(middleBuilding(bench), [{ scope: 'current', limit: '50' }]);
  await requireSameAnswer(bench, calls);
  return againstBaseline(bench, { what: 'current list', calls, target: { atLeast: 0.7, aim: 0.85 } });
}

const Answer = z.object({ data: z.unknown(), page: z.looseObject({ next: z.string().nullable() }) });

/** Different replies would make the comparison invalid. */
async function requireSameAnswer({ vestibule, baseline }: Bench, [call]: Call[]) {
  if (!call) return;
  const [ours, bare] = await Promise.all(
    [vestibule, baseline].map(async ({ port }) => {
      const connection = await openConnection(port);
      const { data, page } = Answer.parse(JSON.parse(await connection.send(call)));
      connection.close();
      return { data, page: { ...page, next: page.next !== null } };
    }),
  );
  if (!isDeepStrictEqual(ours, bare)) throw new Error('The bare server does not answer as ours does.');
}
