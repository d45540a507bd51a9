import type { ColumnType } from 'kysely';

export type Moment = ColumnType<string, Date | string, Date | string>;
export type SetMoment = ColumnType<string, Date | string | undefined, Date | string>;
