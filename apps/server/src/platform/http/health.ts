import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { Refusal } from './refusal.ts';

const timeoutMs = 2_000;

export function serveHealth(app: FastifyInstance, db: Db): void {
  app.get('/health/live', { schema: { hide: true }, exposeHeadRoute: true }, () => ({ status: 'live' }));
  let asking: Promise<unknown> | undefined;
  // Each open console asks while the database is away.
  const ask = () =>
    (asking ??= Promise.race([sql`select 1`.execute(db), lateness()]).finally(() => (asking = undefined)));
  app.get('/health/ready', { schema: { hide: true }, exposeHeadRoute: true }, async () => {
    try {
      await ask();
    } catch {
      throw new Refusal('unavailable');
    }
    return { status: 'ready' };
  });
}

async function lateness(): Promise<never> {
  await sleep(timeoutMs, undefined, { ref: false });
  throw new Error('the database does not answer');
}
