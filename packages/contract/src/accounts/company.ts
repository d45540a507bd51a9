import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Id, IdParam, ListQuery, Moment, TimeOfDay } from '../platform/values.ts';

export const badgePapers = ['label62mm', 'label4x6', 'a6'] as const;
export type BadgePaper = (typeof badgePapers)[number];

/** The owner of a building's tenants, kiosks and visitors. Properties that a caller may not see are absent. */
export const Company = z.object({
  id: Id,
  name: z.string(),
  partnerId: Id.nullable().optional(),
  notificationEmails: z.array(z.string()).optional(),
  timeZone: z.string().optional(),
  badgePaper: z.enum(badgePapers).optional(),
  autoCheckOutAt: TimeOfDay.nullable().optional(),
  hasReception: z.boolean().optional(),
  receptionPhone: z.string().nullable().optional(),
  address: z.string().nullable().optional(),
  directions: z.string().nullable().optional(),
  createdAt: Moment.optional(),
});
export type Company = z.output<typeof Company>;

export const listAllCompanies = endpoint({
  method: 'GET',
  path: '/admin/companies',
  summary: 'List all companies',
  access: 'company.listAll',
  query: ListQuery,
  reply: z.array(Company),
  paged: true,
});

export const listPartnerCompanies = endpoint({
  method: 'GET',
  path: '/partners/:partnerId/companies',
  summary: 'List the companies of a partner',
  access: 'partner.companies',
  params: z.object({ partnerId: IdParam }),
  query: ListQuery,
  reply: z.array(Company),
  paged: true,
});

export const getCompany = endpoint({
  method: 'GET',
  path: '/company/:companyId',
  summary: 'Read a company',
  access: 'company.read',
  params: z.object({ companyId: IdParam }),
  reply: Company,
});
