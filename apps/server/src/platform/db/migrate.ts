import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { CannotStart } from '../cannot-start.ts';
import type { Db } from './database.ts';
import * as schema from './migrations/0001-schema.ts';
import { bool, typedSql, text } from './typed-sql.ts';

/** The name ends in a digest of the statements, which may change until the first release. `migrate.test.ts` checks it. */
const first = '0001-schema-6002ddc9';

/** A released migration never changes. Branches reserve numbers, so some can be missing. */
export const migrations: Record<string, Migration> = {
  [first]: schema,
};

const lockTimeoutMs = 800;
const retryPauseMs = 500;
const retryTimeoutMs = 5 * 60_000;

/**
 * Applies missing migrations while other processes use the database. A newer schema is not changed.
 * @throws {CannotStart} if the tables stay locked, or if the schema is no earlier state of this one
 */
export async function migrate(db: Db, wanted = migrations): Promise<void> {
  await refuseAsciiLocale(db);
  const applied = await listApplied(db);
  if (Object.keys(wanted).every((name) => applied.has(name))) return;
  if (applied.size > 0 && !applied.has(first)) {
    throw new CannotStart(
      'This database was made by an unreleased version of Vestibule, and its data cannot be migrated. ' +
        'Start with an empty database: an empty DATA_DIR, or another database in DATABASE_URL.',
    );
  }
  const foreign = [...applied].filter((name) => !Object.hasOwn(wanted, name));
  if (foreign.length > 0) {
    throw new CannotStart(
      `The database belongs to another version of Vestibule: it has ${foreign.join(', ')}, which this version does not know.`,
    );
  }
  await run(db, wanted);
}

export function requireMigrations(names: readonly string[]): typeof migrations {
  if (!names.includes(first)) {
    throw new CannotStart(
      'This backup was made by an unreleased version of Vestibule, and its data cannot be migrated. Restore it with that version.',
    );
  }
  const known = new Map(Object.entries(migrations));
  const found = names.map((name) => {
    const migration = known.get(name);
    if (migration) return [name, migration] as const;
    throw new CannotStart(`A newer version of Vestibule is needed: this one does not know ${name}.`);
  });
  return Object.fromEntries(found);
}

async function run(db: Db, wanted: Record<string, Migration>): Promise<void> {
  const locking = Object.entries(wanted).map(([name, migration]) => [name, afterLocking(migration)] as const);
  const provider = { getMigrations: () => Promise.resolve(Object.fromEntries(locking)) };
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
  const end = performance.now() + retryTimeoutMs;
  for (;;) {
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    if (!isBusy(error)) throw new Error('The database could not be migrated.', { cause: error });
    if (performance.now() > end) {
      throw new CannotStart(
        'The database could not be migrated, because other transactions hold its tables. Look at pg_stat_activity.',
      );
    }
    await sleep(retryPauseMs);
  }
}

/** Locking one by one can deadlock with a call. The migration gives up before PostgreSQL looks for deadlocks. */
function afterLocking(migration: Migration): Migration {
  const up: Migration['up'] = async (db) => {
    await sql.raw(`set local statement_timeout = ${lockTimeoutMs}`).execute(db);
    await sql
      .raw(`
        do $$ declare tables text; begin
          begin
            set local deadlock_timeout = '200ms';
          exception when insufficient_privilege then null;
          end;
          select string_agg(format('%I', relname), ', ' order by relname) into tables
          from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%';
          if tables is not null then execute 'lock table ' || tables || ' in access exclusive mode'; end if;
        end $$`)
      .execute(db);
    await sql`set local statement_timeout = 0`.execute(db);
    await migration.up(db);
  };
  return { up };
}

function isBusy(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ['55P03', '57014', '40P01'].includes(error.code ?? '');
}

async function listApplied(db: Db): Promise<Set<string>> {
  const { rows: tables } = await typedSql({ is_there: bool })`
    select to_regclass('kysely_migration') is not null as is_there`.execute(db);
  if (!tables[0]?.is_there) return new Set();
  const { rows } = await typedSql({ name: text })`select name from kysely_migration`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Searches use `lower()`, which does not change Å and Ж in the locale "C". */
async function refuseAsciiLocale(db: Db) {
  const { rows } = await typedSql({ folds: bool })`select lower('ÅЖ') = 'åж' as folds`.execute(db);
  if (rows[0]?.folds) return;
  throw new CannotStart(
    'DATABASE_URL: the database must be UTF-8 with a locale that knows letters beyond ASCII, such as C.UTF-8.',
  );
}
