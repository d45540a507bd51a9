import type { DirectoryTables } from './tables/directory.ts';
import type { KioskTables, LicenseTables } from './tables/kiosk.ts';
import type { OperationTables } from './tables/operation.ts';
import type { PeopleTables } from './tables/people.ts';
import type { TenantTables } from './tables/tenant.ts';
import type { VisitTables } from './tables/visit.ts';

export interface Tables
  extends PeopleTables, TenantTables, DirectoryTables, VisitTables, LicenseTables, KioskTables, OperationTables {}
