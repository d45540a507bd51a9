import { againstBaseline, requireSameAnswer } from './against-baseline.ts';
import { type Bench, middleBuilding } from './bench.ts';
import { firstNewPhone, forgetArrivals, registerCalls } from './calls.ts';
import { withNumber } from './connection.ts';
import type { Figure } from './report.ts';

export async function measureRegister(bench: Bench): Promise<Figure[]> {
  const calls = registerCalls(middleBuilding(bench));
  const ofOneHost = calls.slice(0, 1).flatMap((call) => [0, 1].map((place) => withNumber(call, firstNewPhone + place)));
  await requireSameAnswer(bench, ofOneHost, { isOfNewRow: true });
  await forgetArrivals(bench.client);
  return againstBaseline(bench, {
    what: 'register',
    calls,
    firstNumber: firstNewPhone,
    targets: { 1: { atLeast: 0.5, aim: 0.7 }, 32: { atLeast: 0.55, aim: 0.7 } },
    reset: () => forgetArrivals(bench.client),
  });
}
