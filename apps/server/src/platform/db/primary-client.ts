import pg from 'pg';
import { bool, queryRows } from './typed-sql.ts';

/** Passes when the address leads to the primary again. */
class ServerIsStandby extends Error {
  override name = 'ServerIsStandby';
  readonly code = '25006';
  constructor() {
    super('the database server is a standby');
  }
}

/** `ParameterStatus` of PostgreSQL's protocol. Version 14 and newer report `in_hot_standby`. */
interface ParameterStatus {
  parameterName: string;
  parameterValue: string;
}

/**
 * Refuses the connection to a server that is a standby. The pool opens the next one, which leads to the new primary as soon as the balancer
 * knows it.
 */
export class PrimaryClient extends pg.Client {
  #reportsStandby = false;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'in_hot_standby') this.#reportsStandby = parameterValue === 'on';
    });
  }

  /** For `verify` of a pool. PgBouncer repeats what its first connection reported, so the server itself confirms it. */
  static verify(this: void, client: pg.Client, done: (error?: Error) => void): void {
    if (!(client instanceof PrimaryClient) || !client.#reportsStandby) return done();
    // oxlint-disable-next-line promise/no-callback-in-promise -- the pool passes one
    isStandby(client).then((is) => done(is ? new ServerIsStandby() : undefined), done);
  }
}

async function isStandby(client: pg.Client): Promise<boolean> {
  const [server] = await queryRows(client, { is: bool }, 'select pg_is_in_recovery() as is');
  return server?.is ?? true;
}
