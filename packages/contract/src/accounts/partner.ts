import { z } from 'zod';
import { Company } from './company.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Id, IdParam, ListQuery, Moment } from '../platform/values.ts';

/** An organization that sells the product and supports companies. Its code attaches it to one. */
export const Partner = z.object({
  id: Id,
  name: z.string(),
  code: z.string(),
  createdAt: Moment,
  companies: z.array(Company).optional(),
});
export type Partner = z.output<typeof Partner>;

export const getPartner = endpoint({
  method: 'GET',
  path: '/partners/:partnerId',
  summary: 'Read a partner',
  access: 'partner.read',
  params: z.object({ partnerId: IdParam }),
  reply: Partner,
});

export const listAllPartners = endpoint({
  method: 'GET',
  path: '/admin/partners',
  summary: 'List all partners',
  access: 'partner.administer',
  query: ListQuery,
  reply: z.array(Partner),
  paged: true,
});

export const listCompanyPartners = endpoint({
  method: 'GET',
  path: '/company/:companyId/partners',
  summary: 'List the partners of a company',
  access: 'partner.attach',
  params: z.object({ companyId: IdParam }),
  query: ListQuery,
  reply: z.array(Partner),
  paged: true,
});
