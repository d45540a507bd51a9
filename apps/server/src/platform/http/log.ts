import pg from 'pg';
import { type DestinationStream, type Level, type Logger, pino } from 'pino';

/** Opens the log of a process. Errors are given to it as they are: it leaves out what they say of people. */
export function openLog(level: Level | 'silent', to?: DestinationStream): Logger {
  return pino({ level, serializers: { err: withoutData, error: withoutData } }, to);
}

/**
 * What may be logged of an error: where it happened and, from the database, which rule of which table. The database's own message can
 * quote the row that it refused, with a name and a phone in it.
 */
function withoutData(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const where = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const cause = error.cause === undefined ? {} : { cause: withoutData(error.cause) };
  if (!(error instanceof pg.DatabaseError)) return { type: error.name, message: error.message, where, ...cause };
  const { code, table, constraint, routine } = error;
  return { type: 'DatabaseError', code, table, constraint, routine, where };
}
