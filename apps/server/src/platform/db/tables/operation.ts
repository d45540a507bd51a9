import type { Generated, GeneratedAlways } from 'kysely';
import type { Moment, SetMoment } from './moment.ts';

interface BackupTable {
  id: GeneratedAlways<number>;
  started_at: Moment;
  ended_at: SetMoment;
  bytes: number;
  files: number;
  missing_files: number;
}

interface ProcessTable {
  id: string;
  name: string;
  roles: string[];
  version: string;
  started_at: Moment;
  last_seen_at: SetMoment;
}

interface JobRunTable {
  job: string;
  done_at: SetMoment;
}

interface SmsCountTable {
  subject: string;
  shard: Generated<number>;
  hour_limit: Generated<number>;
  day_limit: Generated<number>;
  hour: SetMoment;
  in_hour: Generated<number>;
  day: SetMoment;
  in_day: Generated<number>;
}

interface ReplicationMarkTable {
  timeline: string;
  id: Generated<string>;
}

export interface OperationTables {
  backup: BackupTable;
  process: ProcessTable;
  job_run: JobRunTable;
  sms_count: SmsCountTable;
  replication_mark: ReplicationMarkTable;
}
