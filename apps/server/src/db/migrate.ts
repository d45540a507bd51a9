import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { CannotStart } from '../config.ts';
import type { Db } from './database.ts';
import * as foundation from './migrations/0001-foundation.ts';
import * as messages from './migrations/0002-messages.ts';
import * as licences from './migrations/0003-licences.ts';
import * as organisations from './migrations/0004-organisations.ts';
import * as passwordLinks from './migrations/0005-password-links.ts';
import * as auditChain from './migrations/0006-audit-chain.ts';
import * as workAccounts from './migrations/0007-work-accounts.ts';
import * as images from './migrations/0008-images.ts';
import * as deliveryPhones from './migrations/0009-delivery-phones.ts';
import * as directories from './migrations/0010-directories.ts';
import * as tenantSettings from './migrations/0011-tenant-settings.ts';
import * as retention from './migrations/0012-retention.ts';
import * as visitMessages from './migrations/0013-visit-messages.ts';
import * as kiosks from './migrations/0014-kiosks.ts';
import * as history from './migrations/0015-history.ts';
import * as rollCall from './migrations/0016-roll-call.ts';
import * as messageUsers from './migrations/0020-message-user.ts';
import * as secondFactors from './migrations/0022-second-factors.ts';
import * as messageKiosks from './migrations/0023-message-kiosk.ts';
import * as backup from './migrations/0030-backup.ts';
import * as messageIndexes from './migrations/0030-message-indexes.ts';
import * as refusedActs from './migrations/0031-refused-acts.ts';
import * as returningEmployees from './migrations/0036-returning-employees.ts';
import * as watching from './migrations/0040-watching.ts';
import * as formerHosts from './migrations/0041-former-hosts.ts';
import * as searchBehindTheStart from './migrations/0042-search-behind-the-start.ts';
import * as arrivalsWithoutCopy from './migrations/0043-arrivals-without-copy.ts';
import * as kioskPresence from './migrations/0048-kiosk-presence.ts';
import * as vouchedSessions from './migrations/0051-vouched-sessions.ts';
import * as peopleNamed from './migrations/0052-people-named.ts';
import * as arrivalsByLocalHour from './migrations/0053-arrivals-by-local-hour.ts';
import * as auditByTime from './migrations/0054-audit-by-time.ts';

/**
 * By their names, in whose order they run. One that was released is never changed; what it got wrong, a later one mends. A new one is
 * numbered above the last. Work that goes on side by side takes its numbers in advance, and a number that was not needed is left out: so
 * there are gaps, and nothing is missing in them.
 */
const migrations = {
  '0001-foundation': foundation,
  '0002-messages': messages,
  '0003-licences': licences,
  '0004-organisations': organisations,
  '0005-password-links': passwordLinks,
  '0006-audit-chain': auditChain,
  '0007-work-accounts': workAccounts,
  '0008-images': images,
  '0009-delivery-phones': deliveryPhones,
  '0010-directories': directories,
  '0011-tenant-settings': tenantSettings,
  '0012-retention': retention,
  '0013-visit-messages': visitMessages,
  '0014-kiosks': kiosks,
  '0015-history': history,
  '0016-roll-call': rollCall,
  '0020-message-user': messageUsers,
  '0022-second-factors': secondFactors,
  '0023-message-kiosk': messageKiosks,
  '0030-backup': backup,
  '0030-message-indexes': messageIndexes,
  '0031-refused-acts': refusedActs,
  '0036-returning-employees': returningEmployees,
  '0040-watching': watching,
  '0041-former-hosts': formerHosts,
  '0042-search-behind-the-start': searchBehindTheStart,
  '0043-arrivals-without-copy': arrivalsWithoutCopy,
  '0048-kiosk-presence': kioskPresence,
  '0051-vouched-sessions': vouchedSessions,
  '0052-people-named': peopleNamed,
  '0053-arrivals-by-local-hour': arrivalsByLocalHour,
  '0054-audit-by-time': auditByTime,
};

/** How long a migration waits for the tables before it lets those pass who wait behind it, and tries again. */
const lockMilliseconds = 800;
/** For how long it tries again. */
const patience = 5 * 60_000;

/**
 * Brings the schema up to date, while other processes use it. Of several that start at once, one migrates and the others wait. A schema
 * that a newer version has brought further is left as it is: this version can work on it.
 * @throws {CannotStart} when the tables stay in use, or the schema is another version's; with the failing migration's error as its
 * cause where one fails; its changes are rolled back.
 */
export async function migrate(db: Db): Promise<void> {
  await refuseUnreadableLetters(db);
  const applied = await listApplied(db);
  const wanted = Object.keys(migrations);
  if (wanted.every((name) => applied.has(name))) return;
  const foreign = [...applied].filter((name) => !wanted.includes(name));
  if (foreign.length > 0) {
    throw new CannotStart(
      `The database is of another version of Vestibule: it has ${foreign.join(', ')}, which this one does not know.`,
    );
  }
  await run(db, migrations);
}

/**
 * Makes the schema as it was after these migrations, and no other, in an empty database.
 * @throws {CannotStart} where this version does not know one of them.
 */
export async function migrateUpTo(db: Db, names: readonly string[]): Promise<void> {
  await refuseUnreadableLetters(db);
  const known = new Map<string, Migration>(Object.entries(migrations));
  const wanted = names.map((name) => {
    const migration = known.get(name);
    if (migration) return [name, migration] as const;
    throw new CannotStart(`A newer version of Vestibule is needed: this one does not know ${name}.`);
  });
  await run(db, Object.fromEntries(wanted));
}

async function run(db: Db, wanted: Record<string, Migration>): Promise<void> {
  const locking = Object.entries(wanted).map(([name, migration]) => [name, afterLocking(migration)] as const);
  const provider = { getMigrations: () => Promise.resolve(Object.fromEntries(locking)) };
  // Where work went on side by side, a database may have the later number before the earlier one.
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
  const end = performance.now() + patience;
  for (;;) {
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    if (!isBusy(error)) throw new Error('The database could not be migrated.', { cause: error });
    if (performance.now() > end) {
      throw new CannotStart('The database could not be migrated: somebody holds its tables. Look at pg_stat_activity.');
    }
    await sleep(500);
  }
}

/**
 * A change that has some tables and waits for others meets a process that has those and waits for these, and PostgreSQL would end
 * one of the two: maybe the call of somebody at a desk. So all tables are taken at once, or after a moment none. A deadlock is looked for
 * after a second, or sooner where this user may say so, and then it is this transaction that gives up.
 */
function afterLocking(migration: Migration): Migration {
  const up: Migration['up'] = async (db) => {
    await sql.raw(`set local statement_timeout = ${lockMilliseconds}`).execute(db);
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
  const { rows: tables } = await sql<{ is_there: boolean }>`
    select to_regclass('kysely_migration') is not null as is_there`.execute(db);
  if (!tables[0]?.is_there) return new Set();
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Searches fold case with `lower()`, which leaves Å and Ж as they are where the database's locale is plain "C". */
async function refuseUnreadableLetters(db: Db) {
  const { rows } = await sql<{ folds: boolean }>`select lower('ÅЖ') = 'åж' as folds`.execute(db);
  if (rows[0]?.folds) return;
  throw new CannotStart(
    'DATABASE_URL: the database must be UTF-8 with a locale that knows letters beyond ASCII, such as C.UTF-8.',
  );
}
