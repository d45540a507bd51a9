import { createHash } from 'node:crypto';
import type { Endpoint } from '@vestibule/contract/platform/endpoint.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, transaction } from '../db/database.ts';
import { bytes, typedSql } from '../db/typed-sql.ts';
import { Refusal } from './refusal.ts';

const longestKey = 255;

interface Attempt {
  key: string;
  caller: { kind: 'user'; id: number } | { kind: 'employee'; companyId: number; id: number };
  request: unknown;
}

export function mayBeRepeated({ status, once, access }: Endpoint): boolean {
  return (status === 201 || once === true) && access !== 'device.act';
}

/**
 * Runs `work` once per user and key. Repeats within 24 hours get the first result, stored in the same transaction. A refused attempt
 * stores nothing.
 */
export function once<Result>(db: Db, attempt: Attempt, work: (db: Db) => Promise<Result>): Promise<Result> {
  if (attempt.key.length > longestKey || !/^[\x21-\x7e]+$/.test(attempt.key)) {
    throw new Refusal('validation', { fields: { 'Idempotency-Key': 'invalidValue' } });
  }
  const requestHash = createHash('sha256').update(JSON.stringify(attempt.request)).digest();
  return transaction(db, async (db) => {
    const claimed = await claim(db, attempt, requestHash);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same call answered it
    if (!claimed) return (await firstReply(db, attempt, requestHash)) as Result;
    const result = await work(db);
    await sql`
      update idempotent_reply set reply = ${JSON.stringify(result)}::jsonb
      where ${isOf(attempt)}`.execute(db);
    return result;
  });
}

function isOf({ caller, key }: Attempt) {
  return caller.kind === 'user'
    ? sql`user_id = ${caller.id} and key = ${key}`
    : sql`company_id = ${caller.companyId} and employee_id = ${caller.id} and key = ${key}`;
}

async function claim(db: Db, attempt: Attempt, requestHash: Buffer): Promise<boolean> {
  const { caller, key } = attempt;
  const [columns, values] =
    caller.kind === 'user'
      ? [sql`user_id, key`, sql`${caller.id}, ${key}`]
      : [sql`company_id, employee_id, key`, sql`${caller.companyId}, ${caller.id}, ${key}`];
  const { rows } = await sql`
    insert into idempotent_reply (${columns}, request_hash) values (${values}, ${requestHash})
    on conflict (${columns}) do update
      set request_hash = excluded.request_hash, reply = null, created_at = now()
      where idempotent_reply.created_at < now() - interval '24 hours'
    returning key`.execute(db);
  return rows.length > 0;
}

async function firstReply(db: Db, attempt: Attempt, requestHash: Buffer): Promise<unknown> {
  const { rows } = await typedSql({ reply: z.unknown(), request_hash: bytes })`
    select reply, request_hash from idempotent_reply where ${isOf(attempt)}`.execute(db);
  const [first] = rows;
  if (!first?.request_hash.equals(requestHash)) throw new Refusal('idempotencyKeyReused');
  return first.reply;
}
