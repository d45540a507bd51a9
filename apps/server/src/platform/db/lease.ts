import { type PostgresCursor, type PostgresPoolClient, type PostgresQueryResult, sql } from 'kysely';
import type pg from 'pg';
import { z } from 'zod';
import { NamingClient } from './naming-client.ts';
import type { Permits } from './permits.ts';
import { bool, queryRows } from './typed-sql.ts';

const answerWithinMs = 10_000;
/** A writer that waited for a permit has at least this time. */
const leastMs = 2_000;
const checkAgainMs = 1_000;
const lookForBackendMs = 5_000;

/**
 * PostgreSQL did not answer a change in time. It may be committed later. Canceling the commit would report success although the standby
 * lacks it, so nothing is canceled.
 */
export class Unanswered extends Error {
  override name = 'Unanswered';
  readonly code = 'ETIMEDOUT';
  /** Resolves when PostgreSQL ends the transaction. */
  readonly hasCommitted: Promise<boolean>;
  constructor(hasCommitted: Promise<boolean>) {
    super('the database did not answer a change in time');
    this.hasCommitted = hasCommitted;
  }
}

type Client = NamingClient & pg.PoolClient;

interface Source {
  pool: pg.Pool;
  permits: Permits;
  /** Companies of row-level security, as PostgreSQL writes an array. */
  companies: string | null;
}

/**
 * A connection for one statement or transaction. It is taken when the first statement is known, because changes need a permit. A change
 * that waits for a standby for 10 seconds throws, and its connection and permit stay taken until PostgreSQL answers.
 */
export class Lease implements PostgresPoolClient {
  readonly #source: Source;
  #client: Client | undefined;
  #hasPermit = false;
  #waitedMs = 0;
  #lost: Unanswered | undefined;

  constructor(source: Source) {
    this.#source = source;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('there are no cursors');
    const statement = recall(text);
    const isPlain = !this.#hasPermit && !this.#lost && !statement.mayWait;
    if (this.#client && isPlain) return this.#client.query(statement.text, [...values]);
    return this.#run(statement, values);
  }

  /** A lost connection is released when PostgreSQL answers. */
  release(isBroken?: boolean): void {
    if (!this.#lost) this.#giveBack(isBroken);
  }

  async #run({ text, mayWait }: Statement, values: readonly unknown[]): Promise<unknown> {
    if (this.#lost) throw this.#lost;
    if (!this.#hasPermit && mayWait) {
      this.#waitedMs = await this.#source.permits.take();
      this.#hasPermit = true;
    }
    this.#client ??= await connect(this.#source);
    const answer = this.#client.query(text, [...values]);
    return this.#hasPermit && text !== 'begin' ? this.#within(this.#client, text, answer) : answer;
  }

  #within(client: Client, text: string, answer: Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
    let timer = setTimeout(() => void check(), Math.max(answerWithinMs - this.#waitedMs, leastMs));
    let isAnswered = false;
    const check = async () => {
      // Only a commit has no other reason to take long.
      const isLost = text === 'commit' || (await stateOf(this.#source, client)).isWaitingForStandby;
      if (isAnswered) return;
      if (isLost) reject(this.#lose(client, answer));
      else timer = setTimeout(() => void check(), checkAgainMs);
    };
    const end = () => {
      isAnswered = true;
      clearTimeout(timer);
    };
    answer.finally(end).then(resolve, reject);
    return promise;
  }

  #lose(client: Client, answer: Promise<pg.QueryResult>): Unanswered {
    const hasCommitted = answer.then(
      ({ command }) => command === 'COMMIT',
      () => false,
    );
    this.#lost = new Unanswered(hasCommitted);
    // The address may lead to another server since, and nothing would end the connection to the former one.
    const look = setInterval(() => {
      void stateOf(this.#source, client).then(({ isThere }) => isThere || client.connection.stream.destroy());
    }, lookForBackendMs);
    void hasCommitted.then(() => {
      clearInterval(look);
      this.#giveBack(true);
    });
    return this.#lost;
  }

  #giveBack(isBroken?: boolean): void {
    this.#client?.release(isBroken);
    if (this.#hasPermit) this.#source.permits.giveBack();
  }
}

async function connect({ pool, companies }: Omit<Source, 'permits'>): Promise<Client> {
  const client = await pool.connect();
  if (!(client instanceof NamingClient)) throw new TypeError('the pool has no naming clients');
  client.enter(companies);
  return client;
}

/** `isWaitingForStandby`: the backend, or one whose lock it waits for. */
const BackendState = z.strictObject({ isThere: bool, isWaitingForStandby: bool });
type BackendState = z.infer<typeof BackendState>;

const findState = `
  with recursive waiting (pid) as (
    select $1::int union select blocker from waiting, unnest(pg_blocking_pids(waiting.pid)) as blocker
  )
  select exists (select from pg_stat_activity where pid = $1::int) as "isThere",
    exists (select from waiting join pg_stat_activity a using (pid) where a.wait_event = 'SyncRep') as "isWaitingForStandby"`;

async function stateOf({ pool }: Source, client: Client): Promise<BackendState> {
  try {
    const another = await connect({ pool, companies: null });
    try {
      const [state] = await queryRows(another, BackendState, findState, [client.backendPid]);
      return state ?? unknownState;
    } finally {
      another.release();
    }
  } catch {
    return unknownState;
  }
}

const unknownState: BackendState = { isThere: true, isWaitingForStandby: false };

const changes =
  /\b(insert\s+into|update|delete\s+from|merge\s+into|share|pg_notify|pg_advisory\w*|count_sms|share_sms|take_sms|hold_sms|hold_messages|cancel_system_messages|forget_guests|forget_dates_of_guests|forget_replies_about_guests|forget_titles|note_arrival|remove_visits|renew_statistics)\b/i;
const reads = /^\s*(select|with|table|values|show|explain|\()/i;
const localCommit = `set_config('synchronous_commit', 'local', true)`;
/** In the `from` of a statement: its commit does not wait for a standby. */
export const locally = sql.raw(`(select ${localCommit}) as locally`);

/** Kysely builds a new text for each call. Compared once, the known text makes later comparisons cheap. */
interface Statement {
  text: string;
  isChange: boolean;
  /** Whether its commit may wait for a standby. */
  mayWait: boolean;
}

const known = new Map<string, Statement>();
const mostKnown = 5_000;

function recall(text: string): Statement {
  const before = known.get(text);
  if (before) return before;
  const isChange = !reads.test(text) || changes.test(text);
  const statement = { text, isChange, mayWait: isChange && !text.includes(localCommit) };
  if (known.size >= mostKnown) known.clear();
  known.set(text, statement);
  return statement;
}

/** Whether a statement may write. `waiting-commits.test.ts` finds functions that are missing here. */
export function isChange(text: string): boolean {
  return recall(text).isChange;
}
