import { z } from 'zod';
import { Company } from './company.ts';
import { endpoint } from './endpoint.ts';
import { Id, IdParam, ListQuery, Moment, requiredLine } from './values.ts';

/** An organisation that sells the product and looks after companies; its code attaches it to one. */
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
  access: 'partner.read',
  params: z.object({ partnerId: IdParam }),
  reply: Partner,
});

export const PartnerName = z.strictObject({ name: requiredLine('partnerNameRequired', 120) });

/** Search matches name and code. */
export const listAllPartners = endpoint({
  method: 'GET',
  path: '/admin/partners',
  access: 'partner.administer',
  query: ListQuery,
  reply: z.array(Partner),
  paged: true,
});

export const listCompanyPartners = endpoint({
  method: 'GET',
  path: '/company/:companyId/partners',
  access: 'partner.attach',
  params: z.object({ companyId: IdParam }),
  query: ListQuery,
  reply: z.array(Partner),
  paged: true,
});

export const createPartner = endpoint({
  method: 'POST',
  path: '/admin/partners',
  access: 'partner.administer',
  body: PartnerName,
  reply: Partner,
  status: 201,
});

export const renamePartner = endpoint({
  method: 'PATCH',
  path: '/admin/partners/:partnerId',
  access: 'partner.administer',
  params: z.object({ partnerId: IdParam }),
  body: PartnerName.extend({ previous: z.string().optional() }),
  reply: Partner,
  refusals: ['changedMeanwhile'],
});

/** Its users go with it; its companies stay, without it. */
export const deletePartner = endpoint({
  method: 'DELETE',
  path: '/admin/partners/:partnerId',
  access: 'partner.administer',
  params: z.object({ partnerId: IdParam }),
  reply: z.null(),
});

/** A code is 8 characters of Crockford base32; case, spaces and dashes do not count. */
export const PartnerCode = z.strictObject({ partnerCode: requiredLine('codeRequired', 32) });

export const attachPartner = endpoint({
  method: 'POST',
  path: '/partners/add_to_company',
  access: 'partner.attach',
  body: PartnerCode.extend({ companyId: Id }),
  reply: Partner,
  refusals: ['partnerIsAlreadyAssignedToCompany', 'partnerWithCodeNotFound', 'tooManyRequests'],
});

export const detachPartner = endpoint({
  method: 'DELETE',
  path: '/partners/:partnerId/remove_from_company',
  access: 'partner.detach',
  params: z.object({ partnerId: IdParam }),
  query: z.strictObject({ companyId: IdParam }),
  reply: z.null(),
});
