import type { ColumnType } from 'kysely';

/** A moment: read as ISO text, written as a Date or text. */
export type Moment = ColumnType<string, Date | string, Date | string>;
/** A moment that the database fills in. */
export type SetMoment = ColumnType<string, Date | string | undefined, Date | string>;
