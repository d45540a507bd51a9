import { Socket } from 'node:net';
import pg from 'pg';

const silenceMs = 5_000;
const answerWithinMs = 3_000;

class DatabaseSilent extends Error {
  override name = 'DatabaseSilent';
  readonly code = 'ETIMEDOUT';
}

/**
 * Breaks silent connections if a new connection gets no answer either, within eight seconds. Long statements of a working database
 * continue.
 */
export function breakUnansweredConnections(pool: pg.Pool, connection: pg.ClientConfig): void {
  pool.on('connect', (client) => {
    const socket = socketOf(client);
    socket.on('timeout', () => {
      void answers(connection).then((isAnswering) => {
        if (!socket.timeout) return;
        if (isAnswering) socket.setTimeout(silenceMs);
        else socket.destroy(new DatabaseSilent('the database does not answer'));
      });
    });
  });
  pool.on('acquire', (client) => void socketOf(client).setTimeout(silenceMs));
  pool.on('release', (_error, client) => void socketOf(client).setTimeout(0));
}

async function answers(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: answerWithinMs });
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
