import type { ChildProcess } from 'node:child_process';
import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import { z } from 'zod';
import type { Metrics, MetricsSource, ProcessValues } from './metrics.ts';

const Question = z.object({ metricsAsked: z.int() });
const Answer = z.object({ metricsAsked: z.int(), values: z.custom<ProcessValues>(Array.isArray) });

/** Each process waits up to four seconds for the database. */
const timeoutMs = 6_000;

export function shareMetrics(metrics: Metrics): () => void {
  if (!cluster.isWorker) return () => undefined;
  const answer = (message: unknown) => {
    const { data } = Question.safeParse(message);
    if (data) void metrics.readValues().then((values) => process.send?.({ ...data, values }));
  };
  process.on('message', answer);
  return () => process.off('message', answer);
}

export interface MetricsSum extends MetricsSource {
  /** Includes a process. After it ends, its counters stay in the sum, because a sum must not fall. */
  include: (child: ChildProcess) => void;
}

export function sumMetrics(own: Metrics): MetricsSum {
  const lastRead = new Map<ChildProcess, ProcessValues>();
  let ofEnded: Promise<ProcessValues> = Promise.resolve([]);
  let asked = 0;

  async function ask(child: ChildProcess): Promise<ProcessValues | undefined> {
    const metricsAsked = (asked += 1);
    const { promise, resolve } = Promise.withResolvers<ProcessValues | undefined>();
    const receive = (message: unknown) => {
      const { data } = Answer.safeParse(message);
      if (data?.metricsAsked === metricsAsked) resolve(data.values);
    };
    const end = () => resolve(undefined);
    child.on('message', receive).once('disconnect', end);
    child.send({ metricsAsked }, (error) => error && end());
    try {
      return await Promise.race([promise, sleep(timeoutMs, undefined, { ref: false })]);
    } finally {
      child.off('message', receive).off('disconnect', end);
    }
  }

  async function read(child: ChildProcess): Promise<ProcessValues> {
    const values = await ask(child);
    if (!values) return countersOf(lastRead.get(child) ?? []);
    if (lastRead.has(child)) lastRead.set(child, values);
    return values;
  }

  return {
    contentType: AggregatorRegistry.PROMETHEUS_CONTENT_TYPE,
    include(child) {
      lastRead.set(child, []);
      child.once('exit', () => {
        const counters = countersOf(lastRead.get(child) ?? []);
        lastRead.delete(child);
        ofEnded = ofEnded.then((sum) => AggregatorRegistry.aggregate([sum, counters]).getMetricsAsJSON());
      });
    },
    async write() {
      const running = await Promise.all([own.readValues(), ...[...lastRead.keys()].map(read)]);
      return AggregatorRegistry.aggregate([...running.map(showWorst), await ofEnded]).metrics();
    },
  };
}

function countersOf(values: ProcessValues): ProcessValues {
  return values.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
}

/** An average would hide a process that does not respond. */
function showWorst(values: ProcessValues): ProcessValues {
  return values.map((metric) => (metric.aggregator === 'average' ? { ...metric, aggregator: 'max' } : metric));
}
