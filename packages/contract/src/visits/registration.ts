import { z } from 'zod';
import { Conflict } from '../platform/conflict.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Id, IdParam } from '../platform/values.ts';
import { Visitor, visitorFields } from './visitor.ts';

/** A visitor who arrives: who, to whom, and what to print. */
export const CheckIn = z.strictObject({
  ...visitorFields,
  shouldSaveData: z.boolean(),
  tenantId: z.int('tenantRequired').positive('tenantRequired').max(2_147_483_647, 'tenantRequired'),
  employeeId: Id.nullable(),
  shouldPrintMainBadge: z.boolean(),
  shouldPrintParkingBadge: z.boolean(),
});
export type CheckIn = z.output<typeof CheckIn>;

/** Finds the visitor by phone or makes one, takes over name and company name, and opens a visit. */
export const registerVisit = endpoint({
  method: 'POST',
  path: '/visitors/register',
  access: 'visitor.manage',
  body: CheckIn,
  reply: z.object({ visitor: Visitor, html: z.string().nullable() }),
  status: 201,
  refusals: ['invalidPhone', 'visitorIsAlreadyCheckedIn'],
});

/** How many visitors can be checked in at once. */
export const mostCheckedIn = 500;

/**
 * Checks in visitors who are pre-registered, each at the tenant that expects them, and nobody in particular there. One who is inside
 * already, or not expected any more, is a conflict; `html` are the badges of the others that their tenants have.
 */
export const checkInExpected = endpoint({
  method: 'POST',
  path: '/visitors/preregistered/checkin',
  access: 'visitor.manage',
  body: z.strictObject({ ids: z.array(Id).min(1, 'invalidValue').max(mostCheckedIn, 'max500visitors') }),
  reply: z.object({ visitors: z.array(Visitor), conflicts: z.array(Conflict), html: z.string().nullable() }),
  once: true,
});

/** Ends the open visit. The answer is null where retention leaves nothing of the visitor. */
export const checkOutVisitor = endpoint({
  method: 'PATCH',
  path: '/visitors/:visitorId/check_out',
  access: 'visitor.manage',
  params: z.object({ visitorId: IdParam }),
  reply: Visitor.nullable(),
  refusals: ['visitorIsNotCheckedIn'],
});
