import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, onlyRow, transaction } from './database.ts';
import { typedSql, text } from './typed-sql.ts';

/** An arbitrary constant: one process at a time grants rights. */
const grantLock = 7_130_008;

const appendOnly = ['audit_entry', 'system_audit_entry', 'audit_link'];

const schemasOfProgram = ['public', 'pgboss'];

/** Gives access to rows, but not to the schema or the audit log. `db` is the owner. Run it after each migration. */
export async function grantToProgram(db: Db, role: string): Promise<void> {
  await transaction(db, async (db) => {
    await sql`select pg_advisory_xact_lock(${grantLock})`.execute(db);
    await grantRows(db, role, schemasOfProgram);
    for (const name of await listTablesWithoutPolicy(db, role)) {
      await sql`drop policy if exists of_program on ${sql.raw(name)}`.execute(db);
      await sql`create policy of_program on ${sql.raw(name)} to ${sql.id(role)} using (true)`.execute(db);
    }
  });
}

export async function grantRows(db: Db, role: string, schemas: readonly string[]): Promise<void> {
  for (const schema of await listSchemasWithoutUsage(db, role, schemas)) {
    await sql`grant usage on schema ${sql.id(schema)} to ${sql.id(role)}`.execute(db);
  }
  for (const { name, kind, rights } of await listMissingGrants(db, role, schemas)) {
    await sql`grant ${sql.raw(rights.join(', '))} on ${sql.raw(kind)} ${sql.raw(name)} to ${sql.id(role)}`.execute(db);
  }
}

export async function findUser(db: Db): Promise<string> {
  const { rows } = await typedSql({ name: text })`select current_user::text as name`.execute(db);
  return onlyRow(rows).name;
}

async function listSchemasWithoutUsage(db: Db, role: string, schemas: readonly string[]): Promise<string[]> {
  const { rows } = await typedSql({ name: text })`
    select nspname::text as name from pg_namespace
    where nspname = any(${schemas}::text[]) and not has_schema_privilege(${role}::name, oid, 'usage')`.execute(db);
  return rows.map(({ name }) => name);
}

const Grant = z.strictObject({
  name: text,
  kind: z.enum(['table', 'sequence']),
  rights: z.array(text),
});
type Grant = z.infer<typeof Grant>;

async function listMissingGrants(db: Db, role: string, schemas: readonly string[]): Promise<Grant[]> {
  const { rows } = await typedSql(Grant)`
    with wanted as (
      select c.oid, format('%I.%I', n.nspname, c.relname) as name,
        case c.relkind when 'S' then 'sequence' else 'table' end as kind,
        case
          when c.relkind = 'S' then '{usage}'
          when c.relkind = 'v' or c.relname like 'kysely%' then '{select}'
          when c.relname = any(${appendOnly}::text[]) then '{select,insert}'
          else '{select,insert,update,delete}'
        end::text[] as rights
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any(${schemas}::text[]) and c.relkind in ('r', 'p', 'v', 'S')
    )
    select name, kind, rights from wanted
    where exists (
      select from unnest(rights) as wanted_right
      where not case kind
        when 'sequence' then has_sequence_privilege(${role}::name, oid, wanted_right)
        else has_table_privilege(${role}::name, oid, wanted_right)
      end
    )
    order by name`.execute(db);
  return rows;
}

/** Row-level security binds all roles except the owner, so the program needs its own policy in each such table. */
async function listTablesWithoutPolicy(db: Db, role: string): Promise<string[]> {
  const { rows } = await typedSql({ name: text })`
    select format('%I', c.relname) as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relrowsecurity
      and not exists (
        select from pg_policies p
        where p.schemaname = 'public' and p.tablename = c.relname and p.policyname = 'of_program'
          and ${role}::name = any(p.roles)
      )
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}
