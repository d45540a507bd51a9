import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { IdParam } from '../platform/values.ts';

const CompanyId = z.object({ companyId: IdParam });

/** Without a provider, without a delivered message, or with one. */
const channelStates = ['notSetUp', 'untried', 'working'] as const;

/** Null when a manager has dismissed the checklist. */
export const FirstSteps = z
  .object({
    hasTenants: z.boolean(),
    hasEmployees: z.boolean(),
    email: z.enum(channelStates),
    sms: z.enum(channelStates),
    hasKiosk: z.boolean(),
    hasPrintedBadge: z.boolean(),
    hasSecondAdmin: z.boolean(),
  })
  .nullable();
export type FirstSteps = z.output<typeof FirstSteps>;

export const getFirstSteps = endpoint({
  method: 'GET',
  path: '/company/:companyId/first_steps',
  summary: 'Read the checklist of a new company',
  access: 'company.configure',
  params: CompanyId,
  reply: FirstSteps,
});

export const dismissFirstSteps = endpoint({
  method: 'DELETE',
  path: '/company/:companyId/first_steps',
  summary: 'Dismiss the checklist of a new company',
  access: 'company.configure',
  params: CompanyId,
  reply: z.null(),
});
