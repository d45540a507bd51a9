import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { type Db, isUnavailable } from '../db/database.ts';
import { locally } from '../db/lease.ts';
import { version } from './version.ts';

const beatMs = 10_000;

interface ProcessOptions {
  db: Db;
  log: FastifyBaseLogger;
  roles: ReadonlySet<string>;
}

/**
 * Stores a sign of life now and every ten seconds, until `stop`. Other processes remove a row after ten minutes of silence. A process also
 * starts while commits wait for a standby.
 */
export async function startHeartbeat({ db, log, roles }: ProcessOptions): Promise<{ stop(): Promise<void> }> {
  const id = randomUUID();
  const name = `${hostname()} ${process.pid}`;
  const startedAt = new Date(Date.now() - process.uptime() * 1_000);

  async function beat() {
    await sql`
      insert into process (id, name, roles, version, started_at)
      select ${id}::uuid, ${name}, ${[...roles]}::text[], ${version}, ${startedAt}::timestamptz from ${locally}
      on conflict (id) do update set last_seen_at = now()`.execute(db);
    await sql`delete from process using ${locally} where last_seen_at < now() - interval '10 minutes'`.execute(db);
  }

  let beating: Promise<void> | undefined;
  const timer = setInterval(() => {
    beating ??= beat()
      .catch((error: unknown) => {
        if (!isUnavailable(error)) log.warn({ error }, 'the heartbeat could not be stored');
      })
      .finally(() => (beating = undefined));
  }, beatMs);
  await beat();
  return {
    async stop() {
      clearInterval(timer);
      await beating;
      await db.deleteFrom('process').where('id', '=', id).execute();
    },
  };
}
