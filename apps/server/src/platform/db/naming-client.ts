import { createHash } from 'node:crypto';
import pg from 'pg';
import { PrimaryClient } from './primary-client.ts';

/** Queries for users of a company run as this role, which owns nothing. See `row-security.ts`. */
export const scopedRole = 'vestibule_scoped';

/**
 * For a statement that must be planned for its own values. Planning once is twice as fast, but makes a search up to twenty times slower.
 */
export const planEachTime = '/* plan each time */';

/** Seconds after which PostgreSQL ends an idle transaction, because a dead machine would keep its locks. */
const longestPause = 10;
const sessionSettings = `
  set timezone = 'UTC'; set idle_in_transaction_session_timeout = '${longestPause}s'; select pg_backend_pid() as pid`;

type SettingsAnswer = [unknown, unknown, pg.QueryResult<{ pid: number }>];

/** Names each statement, so that PostgreSQL plans it once per connection. A transaction begins in the packet of its first statement. */
export class NamingClient extends PrimaryClient {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- too many signatures to restate; it passes its arguments on unchanged
  override query = ((statement: unknown, values: unknown, ...rest: unknown[]): unknown => {
    const plain: (...args: unknown[]) => unknown = super.query.bind(this);
    if (typeof statement !== 'string' || !Array.isArray(values)) return plain(statement, values, ...rest);
    const query = Object.assign(new pg.Query(statement, values), { name: nameOf(statement, values) });
    if (rest.length > 0) return plain(query, ...rest);
    if (this.#lostScope) return Promise.reject(this.#lostScope);
    if (statement === 'begin') return this.#beginSoon(() => plain(query, () => undefined));
    // The promise of `pg` moves results out of the young generation: a fifth of all work under load.
    return new Promise((resolve, reject) => {
      plain(query, (error: Error | null, result: unknown) => {
        const failure = this.#lostScope ?? error;
        if (error instanceof pg.DatabaseError && isLast(error)) this.connection.stream.destroy(error);
        if (failure) reject(failure);
        else resolve(result);
      });
    });
  }) as pg.Client['query'];

  /** Of PostgreSQL. `processID` is the number that a pooler gives the connection. */
  backendPid: number | undefined;

  #companies: string | null = null;
  #lostScope: Error | undefined;

  /** Sends the settings of the session with its first statement. PgBouncer 1.18 refuses them in the packet that starts a connection. */
  begin(): void {
    this.#cork();
    const plain: (...args: unknown[]) => unknown = super.query.bind(this);
    plain(new pg.Query(sessionSettings), (error: Error | null, results?: SettingsAnswer) => {
      if (error) this.connection.stream.destroy(error);
      this.backendPid = results?.[2].rows[0]?.pid;
    });
  }

  /** Limits later statements to companies. If that fails, all results are discarded and the connection ends. */
  enter(companies: string | null): void {
    if (companies === this.#companies) return;
    // Statements of their own kind take half the time of set_config().
    const role = companies === null ? 'reset role' : this.#companies === null ? `set role ${scopedRole}` : '';
    const query = new pg.Query(`${role}; set vestibule.companies = '${companies ?? '{}'}'`);
    this.#companies = companies;
    this.#cork();
    const plain: (...args: unknown[]) => unknown = super.query.bind(this);
    plain(query, (error: Error | null) => {
      if (!error) return;
      this.#lostScope = error;
      this.connection.stream.destroy(error);
    });
  }

  #cork() {
    const { stream } = this.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  #beginSoon(send: () => void): Promise<unknown> {
    this.#cork();
    send();
    return Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [] });
  }
}

/** 25006: the server refuses to write, and an open connection would keep leading to it. */
function isLast({ severity, code }: pg.DatabaseError): boolean {
  return severity === 'FATAL' || severity === 'PANIC' || code === '25006';
}

const names = new Map<string, string>();

function nameOf(statement: string, values: unknown[]): string | undefined {
  if (values.length === 0 || statement.includes(planEachTime)) return undefined;
  const known = names.get(statement);
  if (known) return known;
  const name = createHash('sha1').update(statement).digest('base64url');
  names.set(statement, name);
  return name;
}
