import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import { type Db, isUnavailable, transaction } from '../db/database.ts';
import { notifyEach } from './bus.ts';
import { int, typedSql, text } from '../db/typed-sql.ts';

/** An arbitrary constant: advisory lock of the numbering process. */
const numberingLock = 7_130_001;
const batchSize = 500;
/** A new channel counts from 1 only here: on a later timeline, a failover may have lost the row of the channel. */
const firstTimeline = '00000001';
/**
 * After a failover the next number leaves a gap, because clients may have events that the failover lost. The gap is random, so that a
 * second failover to the older primary assigns other numbers.
 */
const leastGap = 1_000_000;
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
        returning company_id, id, channel, event, ids
      ), ordered as (
        select *, row_number() over (partition by company_id, channel order by id) as place from taken
      ), counted as (
        select t.company_id, t.channel, count(*) as total, now.timeline,
          greatest(
            coalesce(c.last_number, 0),
            -- An event above the last number, as after a partial restore, must not stop the channel.
            (select max(number) from live_event e where e.company_id = t.company_id and e.channel = t.channel)
          ) + case
            when coalesce(c.timeline, ${firstTimeline}) = now.timeline then 0
            else ${leastGap} + floor(random() * ${leastGap})::bigint
          end as before
        from taken t
        left join live_channel c on c.company_id = t.company_id and c.channel = t.channel
        cross join (select wal_timeline() as timeline) now
        group by t.company_id, t.channel, c.last_number, c.timeline, now.timeline
      ), counter as (
        insert into live_channel (company_id, channel, last_number, timeline)
        select company_id, channel, before + total, timeline from counted
        on conflict (company_id, channel) do update set last_number = excluded.last_number, timeline = excluded.timeline
      ), numbered as (
        insert into live_event (company_id, channel, number, event, ids)
        select company_id, channel, before + place, event, ids from ordered join counted using (company_id, channel)
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
