import { againstBaseline } from './against-baseline.ts';
import { type Bench, middleBuilding } from './bench.ts';
import { firstNewPhone, forgetArrivals, registerCalls } from './calls.ts';
import type { Figure } from './report.ts';

export function measureRegister(bench: Bench): Promise<Figure[]> {
  return againstBaseline(bench, {
    what: 'register',
    calls: registerCalls(middleBuilding(bench)),
    firstNumber: firstNewPhone,
    target: { atLeast: 0.5, aim: 0.7 },
    reset: () => forgetArrivals(bench.client),
  });
}
