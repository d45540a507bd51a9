import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { int, text, typedSql } from '../platform/db/typed-sql.ts';
import { building, type Site } from './building.ts';
import { seedWork } from './company-jobs.ts';
import { idsOf, tryProbe } from './probes.ts';

/** Ids of the foreign company's rows begin here, so that each is known in any text. Names end in the id. */
const firstId = 1_100_000_000;

export function isForeign(text: string): boolean {
  return /\b11000\d{5}\b/.test(text);
}

/** Tables without rows of the foreign company. */
const exceptions: Record<string, string> = {
  idempotent_reply: 'It has no policy.',
  live_outbox: 'The server empties it at any time.',
  system_audit_entry: 'No company has rows in it.',
  system_message: 'No company has rows in it.',
};

/** A company with rows in each table of companies and of users. Nothing happens in it later. */
export async function seedForeignCompany(): Promise<Site> {
  const { db, partner } = await building();
  const putBack = await moveSequences(db);
  const site = await building();
  await seedWork(db, site, 'Kari');
  for (const name of ['checkInExpected', 'createEmployee', 'startRollCall'] as const) {
    await tryProbe(site.as('company'), name, await idsOf(db, site, name), site);
  }
  await idsOf(db, site, 'answerHostVisit');
  for (const { table, columns } of await listEmptyTables(db, site)) {
    if (!(table in exceptions)) await seedRow(db, site, table, columns);
  }
  await putBack();
  await settle(db, site);
  await replacePartners(db, partner);
  for (const table of ['visitor', 'visit', 'guest', 'tenant', 'employee', 'kiosk']) {
    await sql`update ${sql.table(table)} set name = 'Foreigner ' || id where company_id >= ${firstId}`.execute(db);
  }
  await sql`update company set name = 'Foreigner ' || id where id >= ${firstId}`.execute(db);
  return site;
}

/** Tables of companies and users, with the columns that need a value. */
async function listEmptyTables(db: Db, { company }: Site): Promise<{ table: string; columns: Column[] }[]> {
  const { rows } = await typedSql({ table: text, column: text, type: text })`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnotnull and a.attidentity = '' and not a.atthasdef
      and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname in ('company_id', 'user_id'))
    order by c.oid, a.attnum`.execute(db);
  const tables = Map.groupBy(rows, ({ table }) => table);
  const empty = [...tables].map(async ([table, columns]) => {
    const isOfCompany = sql`to_jsonb(t) ->> 'company_id' = ${String(company.id)} or to_jsonb(t) ->> 'user_id' like '11000_____'`;
    const { rows } = await sql`select from ${sql.table(table)} t where ${isOfCompany} limit 1`.execute(db);
    return rows.length === 0 ? [{ table, columns }] : [];
  });
  return (await Promise.all(empty)).flat();
}

interface Column {
  column: string;
  type: string;
}

async function seedRow(db: Db, site: Site, table: string, columns: readonly Column[]): Promise<void> {
  const { company, tenant, employee, users } = site;
  const firstOf = (table: string) => sql`(select min(id) from ${sql.table(table)} where company_id = ${company.id})`;
  const byName: Record<string, RawBuilder<unknown>> = {
    company_id: sql`${company.id}::int`,
    tenant_id: sql`${tenant.id}::int`,
    employee_id: sql`${employee.id}::int`,
    user_id: sql`${users.company.id}::int`,
    connected_by: sql`${users.company.id}::int`,
    kiosk_id: firstOf('kiosk'),
    visit_id: firstOf('visit'),
    roll_call_id: firstOf('roll_call'),
    session_hash: sql`(select id_hash from session where user_id = ${users.company.id} limit 1)`,
    event: sql`'reboot'`,
    kind: sql`'online'`,
    act: sql`'check_in'`,
  };
  const byType: Record<string, RawBuilder<unknown>> = {
    boolean: sql`false`,
    integer: sql`${firstId}::int`,
    bigint: sql`${firstId}::bigint`,
    text: sql`'Foreigner ' || ${firstId}::int`,
    bytea: sql`'\\x00'`,
    uuid: sql`gen_random_uuid()`,
    'timestamp with time zone': sql`now() + interval '1 day'`,
  };
  const values = columns.map(({ column, type }) => byName[column] ?? byType[type] ?? sql`null`);
  const names = columns.map(({ column }) => sql.ref(column));
  await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(values)})`.execute(db);
}

/** Puts rows into states in which statements look for them, and in which no background work does. */
async function settle(db: Db, { company, tenant }: Site): Promise<void> {
  const ofCompany = sql`company_id = ${company.id}`;
  await sql`
    update tenant set type = 'loopbooking', loopbooking_domain = 'house.loopbooking.test'
    where ${ofCompany} and id = ${tenant.id}`.execute(db);
  await sql`update kiosk_command set sent_at = now() where ${ofCompany}`.execute(db);
  await sql`update message set state = 'sent', problem = null where ${ofCompany} and channel = 'sms'`.execute(db);
  await sql`update escalation set due_at = now() + interval '1 day' where ${ofCompany}`.execute(db);
  await sql`update kiosk set last_seen_at = now() + interval '1 day' where is_online and ${ofCompany}`.execute(db);
}

/** Partners and their users belong to no company, so their rows are not foreign. */
async function replacePartners(db: Db, partner: { id: number }): Promise<void> {
  await sql`update company_partner set partner_id = ${partner.id} where company_id >= ${firstId}`.execute(db);
  await sql`delete from user_account where id >= ${firstId} and company_id is null`.execute(db);
  await sql`delete from partner where id >= ${firstId}`.execute(db);
}

/** Returns how to put them back. */
async function moveSequences(db: Db): Promise<() => Promise<void>> {
  const { rows } = await typedSql({ name: text, next: int })`
    select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, 0)::int + 1 as next
    from pg_sequences where schemaname = 'public'`.execute(db);
  const move = async (to: (next: number) => number) => {
    for (const { name, next } of rows) await sql`select setval(${name}::regclass, ${to(next)}, false)`.execute(db);
  };
  await move(() => firstId);
  return () => move((next) => next);
}
