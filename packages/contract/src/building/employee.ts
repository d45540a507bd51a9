import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Image } from '../platform/image.ts';
import { Id, IdParam, ListQuery } from '../platform/values.ts';

/** Somebody who works at a tenant and can be visited. `idFromService` is set on one that a directory brought. */
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
