import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Id, IdParam } from '../platform/values.ts';
import { Visitor, visitorFields } from './visitor.ts';

export const CheckIn = z.strictObject({
  ...visitorFields,
  shouldSaveData: z.boolean(),
  tenantId: z.int('tenantRequired').positive('tenantRequired').max(2_147_483_647, 'tenantRequired'),
  employeeId: Id.nullable(),
  shouldPrintMainBadge: z.boolean(),
  shouldPrintParkingBadge: z.boolean(),
});
export type CheckIn = z.output<typeof CheckIn>;

/** `guestId`: the guest of today who gave this phone at the desk. */
const Registration = CheckIn.extend({ guestId: Id.optional() });
export type Registration = z.output<typeof Registration>;

export const registerVisit = endpoint({
  method: 'POST',
  path: '/visitors/register',
  summary: 'Register a visitor and check them in',
  access: 'visitor.manage',
  body: Registration,
  reply: z.object({ visitor: Visitor, html: z.string().nullable() }),
  status: 201,
  refusals: ['invalidPhone', 'visitorIsAlreadyCheckedIn'],
});

/** Null if retention removes the visitor. */
export const checkOutVisitor = endpoint({
  method: 'PATCH',
  path: '/visitors/:visitorId/check_out',
  summary: 'Check out a visitor',
  access: 'visitor.manage',
  params: z.object({ visitorId: IdParam }),
  reply: Visitor.nullable(),
  refusals: ['visitorIsNotCheckedIn'],
});

/** How long a check-out can be undone. The server adds a few seconds for slow networks. */
export const undoSeconds = 10;

/** `visitIsErased`: its check-out removed the visit. */
export const reopenVisit = endpoint({
  method: 'POST',
  path: '/visits/:visitId/reopen',
  summary: 'Undo a check-out',
  access: 'visitor.manage',
  params: z.object({ visitId: IdParam }),
  reply: Visitor,
  refusals: ['visitIsErased', 'undoExpired', 'visitorIsAlreadyCheckedIn'],
});
