import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import { type Db, isUnavailable, transaction } from '../db/database.ts';
import { notifyEach } from './bus.ts';
import { int, typedSql, text } from '../db/typed-sql.ts';

/** An arbitrary constant: advisory lock of the numbering process. */
const numberingLock = 7_130_001;
const batchSize = 500;
/** Changes in this time share a numbering, which costs as much as a change. */
const pauseMs = 40;
/** Interval of searching events of dead processes. */
const sweepMs = 1_000;

export interface Numbering {
  wake: () => void;
  stop: () => Promise<void>;
}

export function startNumbering(db: Db, log: FastifyBaseLogger): Numbering {
  let running: Promise<void> | undefined;
  let isWanted = false;
  let stopped = false;

  async function run() {
    while (isWanted && !stopped) {
      isWanted = false;
      try {
        while ((await numberCommitted(db)) === batchSize) log.debug('more live events are waiting');
      } catch (error) {
        if (!isUnavailable(error)) log.error({ error }, 'numbering live events failed');
      }
      await sleep(pauseMs);
    }
    running = undefined;
  }

  function wake() {
    isWanted = true;
    running ??= run();
  }

  const sweep = setInterval(wake, sweepMs);
  return {
    wake,
    async stop() {
      stopped = true;
      clearInterval(sweep);
      await running;
    },
  };
}

/** One process numbers events at a time, so that numbers have no gaps. Returns how many. */
async function numberCommitted(db: Db): Promise<number> {
  const waiting = await db.selectFrom('live_outbox').select('id').limit(1).executeTakeFirst();
  if (!waiting) return 0;
  return transaction(db, async (db) => {
    await sql`select pg_advisory_xact_lock(${numberingLock})`.execute(db);
    const { rows } = await typedSql({ channel: text, moved: int })`
      with taken as (
        delete from live_outbox where id in (select id from live_outbox order by id limit ${batchSize})
        returning id, channel, event, ids
      ), ordered as (
        select *, row_number() over (partition by channel order by id) as place,
          count(*) over (partition by channel) as total
        from taken
      ), counter as (
        insert into live_channel (channel, last_number)
        select channel, count(*) from taken group by channel
        on conflict (channel) do update set last_number = excluded.last_number + greatest(
          live_channel.last_number,
          -- An event above the last number, as after a partial restore, must not stop the channel.
          (select max(number) from live_event stored where stored.channel = live_channel.channel))
        returning channel, last_number
      ), numbered as (
        insert into live_event (channel, number, event, ids)
        select channel, last_number - total + place, event, ids from ordered join counter using (channel)
        returning channel
      )
      select channel, count(*) as moved from numbered group by channel`.execute(db);
    await notifyEach(
      db,
      'live',
      rows.map((row) => row.channel),
    );
    return rows.reduce((sum, row) => sum + row.moved, 0);
  });
}
