import pg from 'pg';
import { type DestinationStream, type Level, type Logger, pino } from 'pino';

export function openLog(level: Level | 'silent', to?: DestinationStream): Logger {
  return pino({ level, serializers: { err: withoutData, error: withoutData } }, to);
}

/** Keeps the place, and constraint and table of a database error. Its message can quote a row. */
function withoutData(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const where = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const cause = error.cause === undefined ? {} : { cause: withoutData(error.cause) };
  const named = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  if (!(error instanceof pg.DatabaseError)) {
    return { type: error.name, ...named, message: error.message, where, ...cause };
  }
  const { code, table, constraint, routine } = error;
  return { type: 'DatabaseError', code, table, constraint, routine, where };
}
