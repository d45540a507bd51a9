import { languages } from '@vestibule/contract/platform/values.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { bytes, int, typedSql } from '../../platform/db/typed-sql.ts';
import type { PassRow } from './pass.store.ts';

interface PhoneCode {
  hash: Buffer;
  minutes: number;
}

const isOf = (row: PassRow) => sql`company_id = ${row.company_id} and guest_id = ${row.guest_id}`;

export async function storeCode(db: Db, row: PassRow, { hash, minutes }: PhoneCode): Promise<void> {
  await sql`
    update pass set phone_code = ${hash}, phone_code_tries = 0, phone_code_until = now() + make_interval(mins => ${minutes})
    where ${isOf(row)}`.execute(db);
}

/** Counts the guess before it is compared, so that parallel guesses stay within the limit. Undefined without a code that may be guessed. */
export async function takeGuess(db: Db, row: PassRow, most: number): Promise<Buffer | undefined> {
  const { rows } = await typedSql({ phone_code: bytes })`
    update pass set phone_code_tries = phone_code_tries + 1
    where ${isOf(row)} and phone_code is not null and phone_code_until > clock_timestamp() and phone_code_tries < ${most}
    returning phone_code`.execute(db);
  return rows[0]?.phone_code;
}

/** The code works once. */
export async function storeProof(db: Db, row: PassRow, minutes: number): Promise<void> {
  await sql`
    update pass set phone_code = null, phone_code_until = null, phone_code_tries = 0, proven_until = now() + make_interval(mins => ${minutes}),
      proven_visitor_id = (select id from visitor where company_id = ${row.company_id} and phone = ${row.phone})
    where ${isOf(row)}`.execute(db);
}

const NewMessage = z.strictObject({ id: int, language: z.enum(languages) });

export async function nextMessage(db: Db, { language }: PassRow): Promise<z.infer<typeof NewMessage>[]> {
  const { rows } = await typedSql(NewMessage)`
    select nextval('message_id_seq')::int as id, ${language}::text as language`.execute(db);
  return rows;
}

export async function insertCodeMessage(
  db: Db,
  row: PassRow,
  { id, content, minutes }: { id: number; content: Buffer; minutes: number },
): Promise<void> {
  await sql`
    insert into message (id, company_id, guest_id, kind, channel, recipient, language, content, expires_at)
    values (${id}, ${row.company_id}, ${row.guest_id}, 'passCode', 'sms', ${row.phone}, ${row.language}, ${content},
      now() + make_interval(mins => ${minutes}))`.execute(db);
}

interface Changes {
  name: string;
  companyName: string | null;
  shouldSaveData: boolean | undefined;
}

/** Changes the remembered data of the visitor who proved the phone. Without a choice, a visitor who is not remembered stays so. */
export async function changeProvenVisitor(
  db: Db,
  { company_id: companyId, proven_visitor_id: visitorId }: PassRow,
  { name, companyName, shouldSaveData }: Changes,
): Promise<void> {
  if (visitorId === null) return;
  if (shouldSaveData === false) return forgetMemoryOf(db, companyId, visitorId);
  await sql`
    update visitor set name = ${name}, company_name = ${companyName ?? ''}, should_save_data = true, storage_stopped_at = null, updated_at = now()
    where company_id = ${companyId} and id = ${visitorId} and (${shouldSaveData === true} or should_save_data)`.execute(
    db,
  );
}

export async function forgetProvenVisitor(
  db: Db,
  { company_id: companyId, proven_visitor_id: visitorId }: PassRow,
): Promise<void> {
  if (visitorId !== null) await forgetMemoryOf(db, companyId, visitorId);
}

async function forgetMemoryOf(db: Db, companyId: number, visitorId: number): Promise<void> {
  await sql`
    update visitor set should_save_data = false, saved_until = null, expected_should_save_data = null,
      storage_stopped_at = coalesce(storage_stopped_at, now()), updated_at = now()
    where company_id = ${companyId} and id = ${visitorId}`.execute(db);
}
