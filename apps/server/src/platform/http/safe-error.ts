import pg from 'pg';

/**
 * What may be logged of an error: where it happened and, from the database, which rule of which table. The database's own message can
 * quote the row that it refused, with a name and a phone in it.
 */
export function withoutData(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const where = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const cause = error.cause === undefined ? {} : { cause: withoutData(error.cause) };
  if (!(error instanceof pg.DatabaseError)) return { type: error.name, message: error.message, where, ...cause };
  const { code, table, constraint, routine } = error;
  return { type: 'DatabaseError', code, table, constraint, routine, where };
}
