import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Id, IdParam, Moment } from '../platform/values.ts';

const Named = z.object({ id: Id, name: z.string() });

/** One stay of a visitor at a tenant, or at one employee of it. */
export const VisitRecord = z.object({
  id: Id,
  checkedInAt: Moment,
  checkedOutAt: Moment.nullable(),
  tenant: Named,
  employee: Named.extend({ phone: z.string().nullable(), tenant: Named }).nullable(),
});
export type VisitRecord = z.output<typeof VisitRecord>;

/** Where what was told of a visit is read: also what the browsers keep it under. */
export const pathOfVisitMessages = '/visits/:visitId/messages';

/** The visits of those inside about which a message failed; to a tenant's user those of the tenant. */
export const listUntoldVisits = endpoint({
  method: 'GET',
  path: '/visits/company/:companyId/untold',
  summary: 'List the visits inside about which a message failed or is held',
  access: 'visitMessage.read',
  params: z.object({ companyId: IdParam }),
  reply: z.array(Id),
});
