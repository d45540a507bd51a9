import pg from 'pg';
import { bool, queryRows } from './typed-sql.ts';

/** Passes when the address leads to the right server again. */
class WrongServer extends Error {
  override name = 'WrongServer';
  readonly code = '25006';
  constructor(isStandby: boolean) {
    super(`the database server is ${isStandby ? 'a standby' : 'the primary'}`);
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
  #reportsStandby: boolean | undefined;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName !== 'in_hot_standby') return;
      const isStandby = parameterValue === 'on';
      const isChange = this.#reportsStandby !== undefined && this.#reportsStandby !== isStandby;
      this.#reportsStandby = isStandby;
      if (isChange && this.isRefused(isStandby)) this.connection.stream.destroy(new WrongServer(isStandby));
    });
  }

  protected isRefused(isStandby: boolean): boolean {
    return isStandby;
  }

  /** For `verify` of a pool. PgBouncer repeats what its first connection reported, so the server itself confirms it. */
  static verify(this: void, client: pg.Client, done: (error?: Error) => void): void {
    if (!(client instanceof PrimaryClient) || !client.isRefused(client.#reportsStandby ?? false)) return done();
    // oxlint-disable-next-line promise/no-callback-in-promise -- the pool passes one
    isStandby(client).then((is) => done(client.isRefused(is) ? new WrongServer(is) : undefined), done);
  }
}

async function isStandby(client: pg.Client): Promise<boolean> {
  const [server] = await queryRows(client, { is: bool }, 'select pg_is_in_recovery() as is');
  return server?.is ?? true;
}
