import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Bench, rounds } from './bench.ts';
import { type Call, openConnection } from './connection.ts';
import type { LoadResult } from './load.ts';
import { median } from './share.ts';
import type { Figure } from './report.ts';

/** Parallel connections of the load generator. */
const loads = [1, 32] as const;

interface Comparison {
  what: string;
  calls: Call[];
  firstNumber?: number;
  targets: Record<(typeof loads)[number], { atLeast: number; aim: number }>;
  reset?: () => Promise<void>;
}

const warmUpSeconds = 2;
const seconds = 3;

export async function againstBaseline(bench: Bench, comparison: Comparison): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const connections of loads) figures.push(await compare(bench, comparison, connections));
  return figures;
}

async function compare(
  bench: Bench,
  { what, calls, firstNumber = 0, targets, reset }: Comparison,
  connections: (typeof loads)[number],
): Promise<Figure> {
  const { baseline, vestibule, load } = bench;
  const measure = async (port: number, seconds: number): Promise<LoadResult> => {
    const result = await load.do({ port, connections, calls, firstNumber, seconds });
    await reset?.();
    return result;
  };
  for (const { port } of [baseline, vestibule]) await measure(port, warmUpSeconds);
  const results: { bare: LoadResult; ours: LoadResult }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    results.push({ bare: await measure(baseline.port, seconds), ours: await measure(vestibule.port, seconds) });
  }
  const bare = median(results.map((result) => result.bare.perSecond));
  const ours = median(results.map((result) => result.ours.perSecond));
  const p99 = median(results.map((result) => result.ours.p99));
  return {
    what: `${what} against bare, ${connections} connection${connections === 1 ? '' : 's'}`,
    measured: median(results.map((result) => result.ours.perSecond / result.bare.perSecond)),
    unit: '',
    target: targets[connections],
    from: `${ours.toFixed(0)} of ${bare.toFixed(0)} calls/s; p99 ${p99.toFixed(1)} ms`,
  };
}

/** A cursor is sealed by us only. */
const Answer = z.object({
  data: z.unknown(),
  page: z.looseObject({ next: z.string().nullable().transform(Boolean) }).optional(),
});

/** Different replies would make the comparison invalid. A new row differs in its ids, times and phone. */
export async function requireSameAnswer(
  { vestibule, baseline }: Bench,
  calls: Call[],
  { isOfNewRow = false }: { isOfNewRow?: boolean } = {},
): Promise<void> {
  const answers: unknown[] = [];
  for (const [place, { port }] of [vestibule, baseline].entries()) {
    const call = calls[place % calls.length];
    if (!call) throw new Error('There are no calls to make.');
    const connection = await openConnection(port);
    const body = await connection.send(call);
    connection.close();
    answers.push(Answer.parse(JSON.parse(body, isOfNewRow ? withoutNewValues : undefined)));
  }
  const [ours, bare] = answers;
  if (!isDeepStrictEqual(ours, bare)) throw new Error('The bare server does not answer as ours does.');
}

function withoutNewValues(key: string, value: unknown): unknown {
  return /^(id|currentVisitRecordId|phone|.*At)$/.test(key) ? typeof value : value;
}
