import { type Db, onlyRow } from './database.ts';
import { locally } from './lease.ts';
import type { NamingClient } from './naming-client.ts';
import { bool, int, queryRows, text, typedSql } from './typed-sql.ts';

const checkMs = 500;
const mostSamples = 1_000;

/** A place in the WAL of a timeline. A new primary writes a new mark, so that a standby of the former one does not seem up to date. */
export interface Position {
  lsn: number;
  mark: string;
  user: string;
}

/** Calls that ask while one statement runs share the next one. */
export function sharePositions(db: Db): () => Promise<Position> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Position> | undefined;
  async function begin() {
    await running;
    next = undefined;
    const position = findPosition(db);
    running = Promise.allSettled([position]);
    return position;
  }
  return () => (next ??= begin());
}

/** PostgreSQL flushes WAL before it acknowledges a commit, except with `synchronous_commit` off. A standby may get unflushed WAL late. */
async function findPosition(db: Db): Promise<Position> {
  const { rows } = await typedSql({ lsn: int, mark: text.nullable(), user: text })`
    select (lsn - ${'0/0'}::pg_lsn)::bigint as lsn, session_user::text as "user",
      (select id from replication_mark where timeline = left(pg_walfile_name(lsn), 8)) as mark
    from (select case current_setting('synchronous_commit')
      when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end) as current (lsn)`.execute(db);
  const { lsn, mark, user } = onlyRow(rows);
  if (mark !== null) return { lsn, mark, user };
  // A new primary may have no synchronous standby yet. A lost mark is made again on the next timeline.
  await typedSql({})`
    insert into replication_mark (timeline)
    select left(pg_walfile_name(pg_current_wal_lsn()), 8)
    from ${locally}
    on conflict do nothing`.execute(db);
  return findPosition(db);
}

class StandbySilent extends Error {
  override name = 'StandbySilent';
}

export async function findReplayed(
  client: NamingClient,
  mark: string,
): Promise<{ lsn: number; hasMark: boolean; user: string; pid: number }> {
  const late = setTimeout(() => client.connection.stream.destroy(new StandbySilent('the standby is silent')), checkMs);
  try {
    const rows = await queryRows(
      client,
      { lsn: int, hasMark: bool, user: text, pid: int },
      `select coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::bigint as lsn,
        exists (select from replication_mark where id = $1::uuid) as "hasMark", session_user::text as "user", pg_backend_pid() as pid`,
      [mark],
    );
    return onlyRow(rows);
  } finally {
    clearTimeout(late);
  }
}

/** Measures how old the oldest change is that a standby lacks. */
export class Lag {
  #samples: { lsn: number; at: number }[] = [];
  #mark: string | undefined;

  note({ lsn, mark }: Pick<Position, 'lsn' | 'mark'>): void {
    // A new primary may never write up to a place of the former timeline.
    if (mark !== this.#mark) this.#samples = [];
    this.#mark = mark;
    if (this.#samples.length < mostSamples) this.#samples.push({ lsn, at: performance.now() });
  }

  /** Drops samples up to `lsn`, which the standby has replayed. */
  reach(lsn: number): void {
    while (this.#samples[0] && this.#samples[0].lsn <= lsn) this.#samples.shift();
  }

  seconds(): number {
    return this.#samples[0] ? (performance.now() - this.#samples[0].at) / 1_000 : 0;
  }
}
