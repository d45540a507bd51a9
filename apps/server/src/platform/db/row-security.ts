import { sql } from 'kysely';
import pg from 'pg';
import { type Db, onlyRow, transaction } from './database.ts';
import { findUser, grantRows } from './program-role.ts';
import { scopedRole } from './naming-client.ts';
import { bool, typedSql, text } from './typed-sql.ts';

const rowSecurityLock = 7_130_007;

/**
 * Sets up row-level security in addition to the conditions of `scope.ts`: queries of company users see only rows of the companies in
 * `vestibule.companies`. Run it after migrations, because a new table of a company gets its policy here.
 * @throws {RowSecurityRefused}
 */
export async function enforceRowSecurity(db: Db, programRole?: string): Promise<void> {
  const user = programRole ?? (await findUser(db));
  try {
    await makeRole(db, user);
    await vouchForSearch(db);
    await transaction(db, async (db) => {
      await sql`select pg_advisory_xact_lock(${rowSecurityLock})`.execute(db);
      await grantRows(db, scopedRole, ['public']);
      for (const table of await unguarded(db)) await guard(db, table);
    });
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error;
    if (await isInForce(db, user)) return;
    throw new RowSecurityRefused(error.message);
  }
}

async function isInForce(db: Db, user: string): Promise<boolean> {
  return (await maySwitch(db, user)) && (await unguarded(db)).length === 0;
}

export class RowSecurityRefused extends Error {
  override name = 'RowSecurityRefused';
}

/** Roles belong to the whole server, so another database may have created it. */
async function makeRole(db: Db, user: string) {
  await sql
    .raw(`
      do $$
      begin
        if not exists (select from pg_roles where rolname = '${scopedRole}') then
          create role ${scopedRole} nologin;
        end if;
      exception when duplicate_object or unique_violation then null;
      end $$`)
    .execute(db);
  if (!(await maySwitch(db, user))) await sql`grant ${sql.id(scopedRole)} to ${sql.id(user)}`.execute(db);
}

/** From PostgreSQL 16 on, the creator of a role is a member without the right to switch. */
async function maySwitch(db: Db, user: string): Promise<boolean> {
  const { rows } = await typedSql({ may: bool })`
    select case
      when rolsuper then true
      when to_regrole(${scopedRole}) is null then false
      when current_setting('server_version_num')::int < 160000 then pg_has_role(oid, ${scopedRole}::name, 'member')
      else pg_has_role(oid, ${scopedRole}::name, 'set')
    end as may
    from pg_roles where rolname = ${user}`.execute(db);
  return onlyRow(rows).may;
}

/** Behind a policy an index serves only leakproof functions. PostgreSQL does not mark these as such. */
const functionsOfSearch = ['textlike(text, text)', 'substr(text, integer)'];

async function vouchForSearch(db: Db) {
  const { rows } = await typedSql({ may: bool })`
    select rolsuper as may from pg_roles where rolname = current_user`.execute(db);
  if (!onlyRow(rows).may) return;
  for (const name of await listLeaking(db)) await sql`alter function ${sql.raw(name)} leakproof`.execute(db);
}

/** Whether searches use their index. If not, each search reads all visitors of the company. */
export async function isSearchIndexed(db: Db): Promise<boolean> {
  return (await listLeaking(db)).length === 0;
}

async function listLeaking(db: Db): Promise<string[]> {
  const { rows } = await typedSql({ name: text })`
    select name from unnest(${functionsOfSearch}::text[]) as f (name) join pg_proc p on p.oid = name::regprocedure
    where not p.proleakproof`.execute(db);
  return rows.map(({ name }) => name);
}

/** The inner cast runs once for each statement. The outer one keeps PostgreSQL from reading the array as a subquery of rows. */
const ofCompanies = (column: string) =>
  `${column} = any ((select current_setting('vestibule.companies', true)::int[])::int[])`;

/** A partner's user manages its colleagues in a scope of companies. */
const isManaged = (companyId: string, role: string) =>
  `(${ofCompanies(companyId)} or ${companyId} is null and ${role} = 'partner')`;

/** How a row belongs to a company, by the first of these columns. */
const conditions: readonly [column: string, condition: string][] = [
  ['company_id', ofCompanies('company_id')],
  ['user_id', `exists (select from user_account u where u.id = user_id and ${isManaged('u.company_id', 'u.role')})`],
];

const ofTable: Readonly<Record<string, string>> = {
  company: ofCompanies('id'),
  user_account: isManaged('company_id', 'role'),
};

/** Rows of no company, and those of users of no company, are visible in each scope. */
const shared: Readonly<Record<string, string>> = {
  company_id: 'company_id is null',
  user_id: 'exists (select from user_account u where u.id = user_id)',
};

/** Behind a policy the index of `people_named` would not find erased visitors, because its operators are not leakproof. */
const withoutPolicy = ['idempotent_reply'];

/** Partners' users write rows of the system in their scope, but no scope reads them. */
const ofSystem: Record<string, string> = {
  system_audit_entry: 'for insert with check (true)',
  system_message: 'for insert with check (true)',
};

interface Unguarded {
  name: string;
  terms: string;
  /** What each scope sees in addition. */
  visible: string | undefined;
}

/** Tables of companies and of the system without a policy, with its terms. */
async function unguarded(db: Db): Promise<Unguarded[]> {
  const { rows } = await typedSql({ name: text, column: text, nullable: bool })`
    select distinct on (c.oid) format('%I', c.relname) as name, a.attname as column, not a.attnotnull as nullable
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity
      and c.relname <> all(${withoutPolicy}::text[])
      and (a.attname = any(${conditions.map(([column]) => column)}::text[])
        or (a.attname = 'id' and c.relname = any(${['company', ...Object.keys(ofSystem)]}::text[])))
    order by c.oid, array_position(${conditions.map(([column]) => column)}::text[], a.attname::text)`.execute(db);
  return rows.map(({ name, column, nullable }) => {
    const condition = ofTable[name] ?? new Map(conditions).get(column) ?? 'false';
    const isShared = nullable || column === 'user_id';
    const terms = ofSystem[name];
    if (terms) return { name, terms, visible: undefined };
    return { name, terms: `using (${condition})`, visible: isShared ? shared[column] : undefined };
  });
}

async function guard(db: Db, { name, terms, visible }: Unguarded) {
  await sql.raw(`create policy of_companies on ${name} ${terms}`).execute(db);
  if (visible) await sql.raw(`create policy visible_to_all on ${name} for select using (${visible})`).execute(db);
  await sql.raw(`alter table ${name} enable row level security`).execute(db);
}
