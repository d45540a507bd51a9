import { againstBaseline, requireSameAnswer } from './against-baseline.ts';
import { type Bench, middleBuilding } from './bench.ts';
import { listCalls } from './calls.ts';
import type { Figure } from './report.ts';

export async function measureList(bench: Bench): Promise<Figure[]> {
  const calls = listCalls(middleBuilding(bench), [{ scope: 'current', limit: '50' }]);
  await requireSameAnswer(bench, calls);
  return againstBaseline(bench, {
    what: 'current list',
    calls,
    targets: { 1: { atLeast: 0.7, aim: 0.85 }, 32: { atLeast: 0.8, aim: 0.9 } },
  });
}
