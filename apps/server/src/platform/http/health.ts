import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Refusal } from './refusal.ts';

const timeoutMs = 2_000;

export function serveHealth(app: FastifyInstance, pool: pg.Pool): void {
  app.get('/health/live', { schema: { hide: true }, exposeHeadRoute: true }, () => ({ status: 'live' }));
  let asking: Promise<void> | undefined;
  // All callers share one check, also those that come after its first callers got 503.
  const ask = () => (asking ??= select(pool).finally(() => (asking = undefined)));
  app.get('/health/ready', { schema: { hide: true }, exposeHeadRoute: true }, async () => {
    try {
      await Promise.race([ask(), lateness()]);
    } catch {
      throw new Refusal('unavailable');
    }
    return { status: 'ready' };
  });
}

/** Runs a statement. Ends the connection after two seconds without an answer, because a firewall may have forgotten it. */
async function select(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  let isDone = false;
  const late = setTimeout(() => client.connection.stream.destroy(), timeoutMs);
  try {
    await client.query('select 1');
    isDone = true;
  } finally {
    clearTimeout(late);
    client.release(!isDone);
  }
}

async function lateness(): Promise<never> {
  await sleep(timeoutMs, undefined, { ref: false });
  throw new Error('the database does not answer');
}
