import pg from 'pg';

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
 * Ends the connection to a server that is or becomes a standby. The pool opens the next one, which leads to the new primary as soon as the
 * balancer knows it.
 */
export class PrimaryClient extends pg.Client {
  #refusal: ServerIsStandby | undefined;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'in_hot_standby' && parameterValue === 'on') {
        this.#refusal = new ServerIsStandby();
        this.connection.stream.destroy(this.#refusal);
      }
    });
  }

  /** For `verify` of a pool: a standby reports itself in the packet that completes the connection. */
  static verify(this: void, client: pg.Client, done: (error?: Error) => void): void {
    done(client instanceof PrimaryClient ? client.#refusal : undefined);
  }
}
