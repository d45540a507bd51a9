import type { ColumnType } from 'kysely';

/** Read as ISO text, written as a Date or text. */
export type Moment = ColumnType<string, Date | string, Date | string>;
/** Set by the database. */
export type SetMoment = ColumnType<string, Date | string | undefined, Date | string>;
