import { z } from 'zod';
import { badgePapers, Company } from './company.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Id, IdParam, key, line, lines, mayBePhone, requiredLine, TimeOfDay } from '../platform/values.ts';

const CompanyId = z.object({ companyId: IdParam });

export const CompanyName = z.strictObject({ name: requiredLine('companyNameRequired', 120) });

export const createCompany = endpoint({
  method: 'POST',
  path: '/company',
  summary: 'Create a company',
  access: 'company.create',
  body: CompanyName.extend({ partnerId: Id.nullish() }),
  reply: Company,
  status: 201,
});

export const renameCompany = endpoint({
  method: 'PATCH',
  path: '/company/:companyId/name',
  summary: 'Rename a company',
  access: 'company.rename',
  params: CompanyId,
  body: CompanyName.extend({ previous: z.string().optional() }),
  reply: Company,
  refusals: ['changedMeanwhile'],
});

const orNull = (text: string | null) => text || null;

const preferences = {
  timeZone: z.string().max(64).refine(isTimeZone, 'invalidTimeZone'),
  badgePaper: z.enum(badgePapers),
  autoCheckOutAt: TimeOfDay.nullable(),
  hasReception: z.boolean(),
  /** Shown at kiosks. Typed as in the country of the company's settings. */
  receptionPhone: line(32)
    .refine((text) => text === '' || mayBePhone(text), key('invalidPhone'))
    .nullable()
    .transform(orNull),
  /** Messages to guests have them. */
  address: line(200).nullable().transform(orNull),
  directions: lines(500).nullable().transform(orNull),
};

export const CompanyPreferences = z.object({
  ...preferences,
  timeZone: z.string(),
  receptionPhone: z.string().nullable(),
  address: z.string().nullable(),
  directions: z.string().nullable(),
});
export type CompanyPreferences = z.output<typeof CompanyPreferences>;

export const CompanyPreferencesEdit = z.strictObject(preferences).partial();
export type CompanyPreferencesEdit = z.output<typeof CompanyPreferencesEdit>;

/** Omitted values stay. `previous` has the values at the start of the edit. A time zone gets the spelling of the database. */
export const setCompanyPreferences = endpoint({
  method: 'PATCH',
  path: '/company/:companyId/preferences',
  summary: 'Change the preferences of a company',
  access: 'company.configure',
  params: CompanyId,
  body: CompanyPreferencesEdit.extend({ previous: CompanyPreferences.partial().optional() }),
  reply: Company,
  refusals: ['invalidPhone', 'changedMeanwhile'],
});

export const deleteCompany = endpoint({
  method: 'DELETE',
  path: '/admin/companies/:companyId',
  summary: 'Delete a company with all that it owns',
  access: 'company.delete',
  params: CompanyId,
  reply: z.null(),
});

/** A partner's user detaches the partner; other users delete their own account. */
export const leaveCompany = endpoint({
  method: 'DELETE',
  path: '/company/:companyId/leave',
  summary: 'Leave a company',
  access: 'company.leave',
  params: CompanyId,
  query: z.strictObject({ partnerId: IdParam.optional() }),
  reply: z.null(),
  refusals: ['lastCompanyUser'],
});

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
