import type { GeneratedAlways } from 'kysely';
import type { Moment, SetMoment } from './moment.ts';

interface BackupTable {
  id: GeneratedAlways<number>;
  started_at: Moment;
  ended_at: SetMoment;
  bytes: number;
  files: number;
  missing_files: number;
}

/** What those who run the program look at. */
export interface OperationTables {
  backup: BackupTable;
}
