import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Employee } from '../accounts/organization.ts';
import { IdParam, ListQuery } from '../platform/values.ts';

export { Employee } from '../accounts/organization.ts';

export const listEmployees = endpoint({
  method: 'GET',
  path: '/employee/tenant/:tenantId',
  summary: 'List the employees of a tenant',
  access: 'tenant.read',
  params: z.object({ tenantId: IdParam }),
  query: ListQuery,
  reply: z.array(Employee),
  paged: true,
});
