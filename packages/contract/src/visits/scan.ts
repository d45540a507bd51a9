import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { IdParam, requiredLine } from '../platform/values.ts';
import { Visitor } from './visitor.ts';

/** Takes the code of the message, to begin a check-in. */
export const lookUpPass = endpoint({
  method: 'POST',
  path: '/visitors/company/:companyId/pass_lookup',
  summary: 'Look an expected visitor up by the code of their message',
  access: 'visitor.manage',
  params: z.object({ companyId: IdParam }),
  body: z.strictObject({ code: requiredLine('badgeCodeRequired', 32) }),
  reply: z.object({ phone: z.string() }),
  refusals: ['visitNotFound'],
});

/** `visitor` is null if retention removes the visitor. */
export const checkOutByBadge = endpoint({
  method: 'POST',
  path: '/visitors/company/:companyId/badge_check_out',
  summary: 'Check out the visitor of a badge',
  access: 'visitor.manage',
  params: z.object({ companyId: IdParam }),
  body: z.strictObject({ code: requiredLine('badgeCodeRequired', 32) }),
  reply: z.object({ visitorName: z.string(), visitor: Visitor.nullable() }),
  refusals: ['visitNotFound', 'visitorIsNotCheckedIn'],
});
