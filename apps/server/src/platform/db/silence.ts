import { Socket } from 'node:net';
import pg from 'pg';

/** How long a connection in use may be silent before it is asked whether the database still answers, in milliseconds. */
const patience = 5_000;
/** How long a new connection may take to say so. */
const answerWithin = 3_000;

/** Why a query failed that nobody answered. `isUnavailable` knows the code. */
class DatabaseSilent extends Error {
  override name = 'DatabaseSilent';
  readonly code = 'ETIMEDOUT';
}

/**
 * Breaks connections in use on which nothing is heard while a new one gets no answer either: a database that hangs fails its
 * queries within eight seconds, and one that works on a long statement is left alone.
 */
export function breakSilent(pool: pg.Pool, connection: pg.ClientConfig): void {
  pool.on('connect', (client) => {
    const socket = socketOf(client);
    socket.on('timeout', () => {
      void answers(connection).then((isAnswering) => {
        // Given back meanwhile.
        if (!socket.timeout) return;
        if (isAnswering) socket.setTimeout(patience);
        else socket.destroy(new DatabaseSilent('the database does not answer'));
      });
    });
  });
  pool.on('acquire', (client) => void socketOf(client).setTimeout(patience));
  pool.on('release', (_error, client) => void socketOf(client).setTimeout(0));
}

/** Whether the database answers a new connection, be it with a refusal. */
async function answers(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: answerWithin });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  }
}

function socketOf(client: pg.PoolClient): Socket {
  const { connection } = client;
  if (connection.stream instanceof Socket) return connection.stream;
  throw new Error('PostgreSQL is reached by a socket');
}
