import { holdReasons, messageStates } from '@vestibule/contract/platform/message-words.ts';
import { type Db, onlyRow } from '../db/database.ts';
import type { Reading, SystemGauge } from '../observability/system-gauge.ts';
import { float, int, text, typedSql } from '../db/typed-sql.ts';
import { allMessages } from './outbox.store.ts';

export const messageGauges: readonly SystemGauge[] = [
  {
    name: 'messages_waiting',
    help: 'Messages that wait or are being sent.',
    read: async (db) => [{ value: (await readWaiting(db)).waiting }],
  },
  {
    name: 'messages_overdue_seconds',
    help: 'Seconds since the oldest waiting message was due.',
    read: async (db) => [{ value: (await readWaiting(db)).overdue }],
  },
  {
    name: 'messages_of_last_day',
    help: 'Messages written in the last 24 hours, by state.',
    label: { name: 'state', always: messageStates },
    read: countOfLastDay,
  },
  {
    name: 'messages_held',
    help: 'Messages that are held and have not expired, by reason.',
    label: { name: 'reason', always: holdReasons },
    read: countHeld,
  },
];

export async function readWaiting(db: Db): Promise<{ waiting: number; overdue: number }> {
  const { rows } = await typedSql({ waiting: int, overdue: float })`
    select count(*) as waiting, greatest(0, coalesce(extract(epoch from now() - min(next_attempt_at)), 0))::float as overdue
    from ${allMessages} m where state in ('queued', 'sending')`.execute(db);
  return onlyRow(rows);
}

const Labeled = { label: text, value: int };

/** The recipient is kept for longer than a day. The condition allows its index. */
async function countOfLastDay(db: Db): Promise<Reading[]> {
  const { rows } = await typedSql(Labeled)`
    select state as label, count(*) as value from ${allMessages} m
    where recipient is not null and created_at > now() - interval '24 hours' group by state`.execute(db);
  return rows;
}

async function countHeld(db: Db): Promise<Reading[]> {
  const { rows } = await typedSql(Labeled)`
    select problem as label, count(*) as value from message
    where state = 'held' and expires_at > now() group by problem`.execute(db);
  return rows;
}
