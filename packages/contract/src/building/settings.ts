import { z } from 'zod';
import { countryCodes } from '../platform/country.ts';
import { endpoint } from '../platform/endpoint.ts';
import { gdprHandlings } from './retention.ts';
import { Id, IdParam, languages, line, lines, unchanged } from '../platform/values.ts';

const Language = z.enum(languages);
const orNull = (text: string | null) => text || null;

const values = {
  countryCode: z.enum(countryCodes),
  smsLanguageToEmployee: Language.nullable(),
  enableEmailToEmployee: z.boolean(),
  emailLanguage: Language,
  enablePrintBadgeOption: z.boolean(),
  enablePrintParkingBadgeOption: z.boolean(),
  parkingLabelInfo: line(200).nullable().transform(orNull),
  enableSmsConfirmation: z.boolean(),
  smsConfirmationLanguage: Language,
  enableWifiInfoSms: z.boolean(),
  wifiInfo: lines(200).nullable().transform(orNull),
  deliverySmsLanguage: Language.nullable(),
  /** While off, nothing is removed automatically. */
  enableGdpr: z.boolean(),
  gdprHandling: z.enum(gdprHandlings),
  customAdditionalInfo: lines(500).nullable().transform(orNull),
};

/** An edit that omits them keeps them. */
const ofInvitations = {
  enableInvitations: z.boolean(),
  /** A reminder on the day before. */
  enableInvitationReminder: z.boolean(),
  /** How long the host has for an answer before other people get a message. Null: none do. */
  answerWithinSeconds: z.int().min(60).max(600).nullable(),
  /** Whether a guest who stays longer than planned is asked. */
  enableStillHere: z.boolean(),
};

const readOnly = { id: Id, companyId: Id, tenantId: Id.nullable() };

export const TenantSettings = z.object({
  ...readOnly,
  ...values,
  ...ofInvitations,
  parkingLabelInfo: z.string().nullable(),
  wifiInfo: z.string().nullable(),
  customAdditionalInfo: z.string().nullable(),
});
export type TenantSettings = z.output<typeof TenantSettings>;

export const TenantSettingsValues = z.strictObject({ ...values, ...z.object(ofInvitations).partial().shape });
export type TenantSettingsValues = z.output<typeof TenantSettingsValues>;

/** Whether visitor data would be kept longer. A tenant may only shorten it. */
export function keepsLonger(after: RetentionSettings, before: RetentionSettings): boolean {
  return retentionRank(after) > retentionRank(before);
}

type RetentionSettings = Pick<TenantSettings, 'enableGdpr' | 'gdprHandling'>;

function retentionRank({ enableGdpr, gdprHandling }: RetentionSettings): number {
  return enableGdpr ? gdprHandlings.indexOf(gdprHandling) : gdprHandlings.length;
}

export const getTenantSettings = endpoint({
  method: 'GET',
  path: '/tenant_settings',
  summary: 'Read the settings of a company, or those in force for a tenant',
  access: 'tenantSettings.read',
  query: z.strictObject({ companyId: IdParam.optional(), tenantId: IdParam.optional() }),
  reply: TenantSettings,
});

export const getSettingsOfTenant = endpoint({
  method: 'GET',
  path: '/tenant_settings/tenant/:tenantId',
  summary: 'Read the settings in force for a tenant',
  access: 'tenantSettings.read',
  params: z.object({ tenantId: IdParam }),
  reply: TenantSettings,
});

export const changeTenantSettings = endpoint({
  method: 'PUT',
  path: '/tenant_settings/:settingsId',
  summary: 'Change the settings of a company or a tenant',
  access: 'tenantSettings.change',
  params: z.object({ settingsId: IdParam }),
  body: TenantSettingsValues.extend({
    ...unchanged(['id', 'companyId', 'tenantId']),
    previous: TenantSettings.optional(),
  }),
  reply: TenantSettings,
  refusals: ['customSettingsAreOff', 'retentionMayOnlyShorten', 'changedMeanwhile'],
});
