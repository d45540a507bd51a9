import { z } from 'zod';
import { Image } from '../platform/image.ts';
import { Id, Moment } from '../platform/values.ts';

/** `idFromService` is set for employees of a directory. */
export const Employee = z.object({
  id: Id,
  tenantId: Id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  photoId: Id.nullable(),
  photo: Image.nullable(),
  idFromService: z.string().nullable(),
});
export type Employee = z.output<typeof Employee>;

/** `employees` is present only on request. `has…` replaces secrets of its directory. */
export const Tenant = z.object({
  id: Id,
  companyId: Id,
  name: z.string(),
  type: z.enum(['google', 'office365', 'loopbooking']).nullable(),
  groupId: z.string().nullable(),
  clientId: z.string().nullable(),
  hasClientSecret: z.boolean(),
  useCustomApp: z.boolean(),
  loopbookingDomain: z.string().nullable(),
  hasLoopbookingCode: z.boolean(),
  enableCustomSettings: z.boolean(),
  logoImageId: Id.nullable(),
  logo: Image.nullable(),
  /** From the settings in force. */
  enablePrintBadgeOption: z.boolean(),
  enablePrintParkingBadgeOption: z.boolean(),
  /** Who is asked when neither the host nor a stand-in answers. */
  backupEmployee: z.object({ id: Id, name: z.string() }).nullable(),
  employeeCount: z.int(),
  lastSyncAt: Moment.nullable(),
  /** Of the building. A tenant's user cannot read the company. */
  timeZone: z.string(),
  employees: z.array(Employee).optional(),
});
export type Tenant = z.output<typeof Tenant>;
