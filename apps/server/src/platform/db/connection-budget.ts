import { type Db, onlyRow } from './database.ts';
import { int, typedSql } from './typed-sql.ts';

/** Most connections of each pool of a process. docs/scaling.md has the sums. */
export const poolSizes = { calls: 10, devices: 5, jobs: 2, primary: 2 } as const;

/** One that listens for notifications. */
const bus = 1;
/** One that asks whether a silent database answers. */
const probe = 1;

interface Processes {
  roles: ReadonlySet<string>;
  processes: number;
}

/** Returns the most connections that a program with these settings opens. */
export function countConnections({ roles, processes }: Processes): number {
  const forWeb = poolSizes.devices + bus;
  const forWorker = roles.has('worker') ? poolSizes.jobs + bus : 0;
  const each = poolSizes.calls + probe;
  if (!roles.has('web')) return each + forWorker;
  if (processes === 1) return each + forWeb + forWorker;
  const worker = roles.has('worker') ? each + forWorker : 0;
  return poolSizes.primary + probe + processes * (each + forWeb) + worker;
}

/** Returns how many connections the user of `db` may open, without those that PostgreSQL reserves. */
export async function findConnectionLimit(db: Db): Promise<number> {
  const { rows } = await typedSql({ limit: int })`
    select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
    ) as limit`.execute(db);
  return onlyRow(rows).limit;
}
