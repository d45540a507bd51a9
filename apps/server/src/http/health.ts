import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { Refusal } from './refusal.ts';

/** `/health/live` while the process runs, `/health/ready` while the database answers as well. */
export function serveHealth(app: FastifyInstance, db: Db): void {
  app.get('/health/live', { schema: { hide: true } }, () => ({ status: 'live' }));
  app.get('/health/ready', { schema: { hide: true } }, async () => {
    try {
      await sql`select 1`.execute(db);
    } catch {
      throw new Refusal('unavailable');
    }
    return { status: 'ready' };
  });
}
