import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Id, IdParam, line, numberParam } from '../platform/values.ts';

/** Whom a visitor visits: an employee, or the tenant as a whole. */
export const Destination = z.object({
  tenant: z.object({ id: Id, name: z.string() }),
  employee: z.object({ id: Id, name: z.string(), phone: z.string().nullable() }).nullable(),
});
export type Destination = z.output<typeof Destination>;

/**
 * The best matches first: names that begin with the search, then names with such a word. Without a search, those visited last come first.
 * `tenantId` narrows the list to a tenant.
 */
export const listDestinations = endpoint({
  method: 'GET',
  path: '/company/:companyId/destinations',
  summary: 'Search whom a visitor visits',
  access: 'visitor.manage',
  params: z.object({ companyId: IdParam }),
  query: z.strictObject({
    search: line(200).optional(),
    limit: numberParam({ min: 1, max: 50 }).default(20),
    tenantId: IdParam.optional(),
  }),
  reply: z.array(Destination),
});
