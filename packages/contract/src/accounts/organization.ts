import { z } from 'zod';
import { Image } from '../platform/image.ts';
import { Id, Moment } from '../platform/values.ts';

/*
 * A session describes the tenant of its user, so accounts holds these schemas. `building` exports them beside its calls.
 */

/** A person who works at a tenant and can be visited. `idFromService` is set on an employee from a directory. */
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

/**
 * An occupant of the building. A call that does not ask for the employees gets none. Secrets of its directory are never sent:
 * `has…` says whether one is set.
 */
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
  /** From the tenant settings in force for it. */
  enablePrintBadgeOption: z.boolean(),
  enablePrintParkingBadgeOption: z.boolean(),
  employeeCount: z.int(),
  lastSyncAt: Moment.nullable(),
  employees: z.array(Employee).optional(),
});
export type Tenant = z.output<typeof Tenant>;
