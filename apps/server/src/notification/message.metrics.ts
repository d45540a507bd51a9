import { messageStates } from '@vestibule/contract/message.ts';
import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../db/database.ts';

/**
 * How messages fare, as the whole system knows it: those that wait, how long the oldest of them has been due, and what became of
 * those that were written in the last 24 hours. Counted when somebody asks.
 */
export function measureMessages(db: Db, register: Registry): void {
  gauge('messages_waiting', 'Messages that wait or are being sent.', async function collect() {
    this.set((await measureWaiting(db)).waiting);
  });
  gauge('messages_overdue_seconds', 'For how long the oldest of them has been due.', async function collect() {
    this.set((await measureWaiting(db)).overdue);
  });
  gauge('messages_of_last_day', 'Messages written in the last 24 hours, by state.', async function collect() {
    this.reset();
    for (const state of messageStates) this.set({ state }, 0);
    for (const { state, counted } of await countOfLastDay(db)) this.set({ state }, counted);
  });

  function gauge(name: string, help: string, collect: (this: Gauge<'state'>) => Promise<void>) {
    const labelNames = name === 'messages_of_last_day' ? (['state'] as const) : [];
    register.registerMetric(new Gauge({ name, help, labelNames, collect, registers: [] }));
  }
}

async function measureWaiting(db: Db): Promise<{ waiting: number; overdue: number }> {
  const { rows } = await sql<{ waiting: number; overdue: number }>`
    select count(*) as waiting, greatest(0, coalesce(extract(epoch from now() - min(next_attempt_at)), 0))::float as overdue
    from message where state in ('queued', 'sending')`.execute(db);
  return rows[0] ?? { waiting: 0, overdue: 0 };
}

/** The recipient is kept for longer than a day; asking for it lets the index of its age be used. */
async function countOfLastDay(db: Db): Promise<{ state: string; counted: number }[]> {
  const { rows } = await sql<{ state: string; counted: number }>`
    select state, count(*) as counted from message
    where recipient is not null and created_at > now() - interval '24 hours' group by state`.execute(db);
  return rows;
}
