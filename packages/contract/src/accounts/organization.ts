import { z } from 'zod';
import { Image } from '../platform/image.ts';
import { Id, Moment } from '../platform/values.ts';

/** An occupant of the building, without its employees. Secrets of its directory are never sent; `has…` says whether one is set. */
export const TenantProfile = z.object({
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
});
export type TenantProfile = z.output<typeof TenantProfile>;
