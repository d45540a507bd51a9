import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Partner } from './partner.ts';
import { Id, IdParam, requiredLine } from '../platform/values.ts';

export const PartnerName = z.strictObject({ name: requiredLine('partnerNameRequired', 120) });

export const createPartner = endpoint({
  method: 'POST',
  path: '/admin/partners',
  summary: 'Create a partner',
  access: 'partner.administer',
  body: PartnerName,
  reply: Partner,
  status: 201,
});

export const renamePartner = endpoint({
  method: 'PATCH',
  path: '/admin/partners/:partnerId',
  summary: 'Rename a partner',
  access: 'partner.administer',
  params: z.object({ partnerId: IdParam }),
  body: PartnerName.extend({ previous: z.string().optional() }),
  reply: Partner,
  refusals: ['changedMeanwhile'],
});

export const deletePartner = endpoint({
  method: 'DELETE',
  path: '/admin/partners/:partnerId',
  summary: 'Delete a partner',
  access: 'partner.administer',
  params: z.object({ partnerId: IdParam }),
  reply: z.null(),
});

/** 8 characters of Crockford base32. Case, spaces and dashes are ignored. */
export const PartnerCode = z.strictObject({ partnerCode: requiredLine('codeRequired', 32) });

export const attachPartner = endpoint({
  method: 'POST',
  path: '/partners/add_to_company',
  summary: 'Add a partner to a company by its code',
  access: 'partner.attach',
  body: PartnerCode.extend({ companyId: Id }),
  reply: Partner,
  refusals: ['partnerIsAlreadyAssignedToCompany', 'partnerWithCodeNotFound', 'tooManyRequests'],
});

export const detachPartner = endpoint({
  method: 'DELETE',
  path: '/partners/:partnerId/remove_from_company',
  summary: 'Remove a partner from a company',
  access: 'partner.detach',
  params: z.object({ partnerId: IdParam }),
  query: z.strictObject({ companyId: IdParam }),
  reply: z.null(),
});
