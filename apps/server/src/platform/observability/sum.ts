import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import { z } from 'zod';
import type { Metrics, MetricsSource, ProcessValues } from './metrics.ts';

const Question = z.object({ metricsAsked: z.int() });
const Answer = z.object({ metricsAsked: z.int(), values: z.custom<ProcessValues>(Array.isArray) });

/** How long a process may take to answer. Each of them waits up to four seconds for the database. */
const timeoutMs = 6_000;

/**
 * Answers the process that started this one, when it asks for the metrics. Does nothing in a process that runs by itself. While it
 * answers, the process does not end by itself. Returns the function that stops it.
 */
export function shareMetrics(metrics: Metrics): () => void {
  if (!process.send) return () => undefined;
  const answer = (message: unknown) => {
    const { data } = Question.safeParse(message);
    if (data) void metrics.readValues().then((values) => process.send?.({ ...data, values }));
  };
  process.on('message', answer);
  return () => process.off('message', answer);
}

/** Adds up the metrics of the processes that this one started. A process that does not answer in time is left out. */
export function sumMetrics(children: Iterable<ChildProcess>): MetricsSource {
  let asked = 0;

  async function ask(child: ChildProcess): Promise<ProcessValues | undefined> {
    const metricsAsked = (asked += 1);
    const { promise, resolve } = Promise.withResolvers<ProcessValues | undefined>();
    const hear = (message: unknown) => {
      const { data } = Answer.safeParse(message);
      if (data?.metricsAsked === metricsAsked) resolve(data.values);
    };
    const end = () => resolve(undefined);
    child.on('message', hear).once('disconnect', end);
    child.send({ metricsAsked }, (error) => error && end());
    try {
      return await Promise.race([promise, sleep(timeoutMs, undefined, { ref: false })]);
    } finally {
      child.off('message', hear).off('disconnect', end);
    }
  }

  return {
    contentType: AggregatorRegistry.PROMETHEUS_CONTENT_TYPE,
    async write() {
      const values = await Promise.all([...children].map(ask));
      return AggregatorRegistry.aggregate(values.filter((known) => known !== undefined)).metrics();
    },
  };
}
