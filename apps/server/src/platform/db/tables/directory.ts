import type { Role } from '@vestibule/contract/platform/access.ts';
import type { ColumnType, Generated } from 'kysely';
import type { Moment, SetMoment } from './moment.ts';

interface DirectorySyncTable {
  tenant_id: number;
  company_id: number;
  granted: Buffer | null;
  connected_by: number;
  connected_as: Role;
  console_address: string;
  state: Generated<'idle' | 'queued' | 'running'>;
  run: string | null;
  run_kind: 'sync' | 'preview' | 'photos' | null;
  is_confirmed: Generated<boolean>;
  asked_by: number | null;
  asked_as: Role | null;
  held_by: string | null;
  held_until: Moment | null;
  begun: Generated<number>;
  done: Generated<number>;
  total: number | null;
  ended_run: string | null;
  outcome: ColumnType<unknown, string | null, string | null>;
  ended_at: Moment | null;
  last_failure: string | null;
  failures: Generated<number>;
  next_at: Moment;
}

interface LeavingEmployeeTable {
  company_id: number;
  tenant_id: number;
  employee_id: number;
}

interface FormerEmployeeTable {
  company_id: number;
  tenant_id: number;
  id_from_service: string;
  employee_id: number;
  left_at: SetMoment;
}

interface ReleasedEmployeeTable {
  company_id: number;
  tenant_id: number;
  employee_id: number;
  id_from_service: string;
}

interface FormerVisitTable {
  company_id: number;
  visit_id: number;
  tenant_id: number;
  employee_id: number;
}

export interface DirectoryTables {
  directory_sync: DirectorySyncTable;
  leaving_employee: LeavingEmployeeTable;
  former_employee: FormerEmployeeTable;
  released_employee: ReleasedEmployeeTable;
  former_visit: FormerVisitTable;
}
