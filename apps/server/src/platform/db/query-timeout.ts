import { Socket } from 'node:net';
import pg from 'pg';

const answerWithinMs = 3_000;

class DatabaseSilent extends Error {
  override name = 'DatabaseSilent';
  readonly code = 'ETIMEDOUT';
}

/**
 * Breaks connections that are silent for `silenceMs` if a new connection gets no answer either, within three seconds, behind a pooler six.
 * Long statements of a working database continue.
 */
export function breakUnansweredConnections(pool: pg.Pool, connection: pg.ClientConfig, silenceMs = 5_000): void {
  pool.on('connect', (client) => {
    const socket = socketOf(client);
    socket.on('timeout', () => {
      void answersOnce(connection).then((isAnswering) => {
        if (!socket.timeout) return;
        if (isAnswering) socket.setTimeout(silenceMs);
        else socket.destroy(new DatabaseSilent('the database does not answer'));
      });
    });
  });
  pool.on('acquire', (client) => void socketOf(client).setTimeout(silenceMs));
  pool.on('release', (_error, client) => void socketOf(client).setTimeout(0));
}

const asking = new WeakMap<pg.ClientConfig, Promise<boolean>>();

/** The pools of a process ask by one connection together. */
function answersOnce(connection: pg.ClientConfig): Promise<boolean> {
  const known = asking.get(connection);
  if (known) return known;
  const answer = answers(connection).finally(() => asking.delete(connection));
  asking.set(connection, answer);
  return answer;
}

async function answers(connection: pg.ClientConfig): Promise<boolean> {
  const limits = { connectionTimeoutMillis: answerWithinMs, query_timeout: answerWithinMs };
  const client = new pg.Client({ ...connection, ...limits });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // A pooler accepts connections while its database is away.
    await client.query('select');
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError && !isOfPooler(error);
  } finally {
    // The answer is known. A connection that failed may be unable to say goodbye.
    void client.end().catch(() => undefined);
  }
}

/** Class 08: PgBouncer cannot connect to its database. */
function isOfPooler({ code }: pg.DatabaseError): boolean {
  return code?.startsWith('08') ?? false;
}

function socketOf(client: pg.PoolClient): Socket {
  const { connection } = client;
  if (connection.stream instanceof Socket) return connection.stream;
  throw new Error('PostgreSQL is reached by a socket');
}
