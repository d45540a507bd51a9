import { z } from 'zod';
import { Conflict } from '../platform/conflict.ts';
import { clientId, grantingTypes, groupId } from '../accounts/directory-grant.ts';
import { Employee } from './employee.ts';
import { endpoint } from '../platform/endpoint.ts';
import type { FieldKey } from '../platform/refusal.ts';
import { Tenant } from './tenant.ts';
import { IdParam, line, Moment, requiredLine, YesOrNo } from '../platform/values.ts';

const OfTenant = z.object({ tenantId: IdParam });

export const directoryTypes = [...grantingTypes, 'loopbooking'] as const;
export type DirectoryType = (typeof directoryTypes)[number];

const clientSecret = line(512)
  .nullish()
  .transform((text) => text || null);

/** Id and secret are given together. */
function requireBoth(app: { clientId: string | null; clientSecret: string | null }, context: z.RefinementCtx): void {
  if (app.clientId !== null && app.clientSecret === null) mark(context, 'clientSecret', 'clientSecretRequired');
  if (app.clientId === null && app.clientSecret !== null) mark(context, 'clientId', 'clientIdRequired');
}

function mark(context: z.RefinementCtx, property: string, message: FieldKey): void {
  context.addIssue({ code: 'custom', path: [property], message });
}

const typed = { short: line(254), long: line(512) };

/** The fields to connect a tenant, by provider. Blank means none. */
export const IntegrationForm = z
  .strictObject({
    type: z.enum(directoryTypes),
    groupId: typed.short,
    useCustomApp: z.boolean(),
    clientId: typed.short,
    clientSecret: typed.long,
    loopbookingDomain: typed.short,
    loopbookingCode: typed.short,
  })
  .superRefine((form, context) => {
    const require = (name: keyof typeof form, message: FieldKey) => {
      if (form[name] === '') mark(context, name, message);
    };
    if (form.type === 'loopbooking') {
      require('loopbookingDomain', 'loopbookingDomainRequired');
      require('loopbookingCode', 'loopbookingCodeRequired');
      return;
    }
    require('groupId', 'groupIdRequired');
    if (!form.useCustomApp) return;
    require('clientId', 'clientIdRequired');
    require('clientSecret', 'clientSecretRequired');
  });
export type IntegrationForm = z.output<typeof IntegrationForm>;

/** Joins a running synchronization. `preview` saves nothing; `confirm` allows the removal of more than 30 %. */
export const synchronizeEmployees = endpoint({
  method: 'PUT',
  path: '/tenants/:tenantId/employees/sync',
  summary: 'Synchronize the employees of a tenant with its directory',
  access: 'directory.connect',
  params: OfTenant,
  query: z.strictObject({ preview: YesOrNo.optional(), confirm: YesOrNo.optional() }),
  reply: z.object({
    employees: z.array(Employee),
    conflicts: z.array(Conflict),
    added: z.int(),
    changed: z.int(),
    removed: z.int(),
  }),
  refusals: [
    'noIntegration',
    'tooManyRemovals',
    'directoryUnavailable',
    'serviceAccountRequired',
    'consentRevoked',
    'secretExpired',
    'groupNotFound',
  ],
});

/** Reasons of failed synchronizations, with texts at `errors.<reason>`. */
export const syncFailures = [
  'directoryUnavailable',
  'consentRevoked',
  'secretExpired',
  'groupNotFound',
  'serviceAccountRequired',
  'tooManyRemovals',
  'unexpected',
] as const;
export type SyncFailure = (typeof syncFailures)[number];

/** `of` is null if unknown or not running. */
export const getSynchronization = endpoint({
  method: 'GET',
  path: '/tenants/:tenantId/employees/sync',
  summary: 'State of a tenant’s synchronization',
  access: 'directory.connect',
  params: OfTenant,
  reply: z.object({
    state: z.enum(['idle', 'running']),
    done: z.int(),
    of: z.int().nullable(),
    lastSuccessAt: Moment.nullable(),
    lastFailure: z.enum(syncFailures).nullable(),
    nextAt: Moment.nullable(),
  }),
});

/**
 * Application, group and tenant must equal those sent, and `url` is the console's page of the return. Imports no employee; returns the
 * conflicts of the first synchronization.
 */
export const connectDirectory = endpoint({
  method: 'POST',
  path: '/tenants/:tenantId/integration/oauth',
  summary: 'Connect a tenant to a directory',
  access: 'directory.connect',
  params: OfTenant,
  body: z
    .strictObject({
      type: z.enum(grantingTypes),
      groupId,
      code: z.string().min(1).max(4096),
      state: z.string().min(1).max(4096),
      url: z.string().min(1).max(512),
      clientId,
      clientSecret,
    })
    .superRefine(requireBoth),
  reply: z.object({ success: z.literal(true), tenant: Tenant, conflicts: z.array(Conflict) }),
  refusals: [
    'integrationAlreadySet',
    'oauthStateInvalid',
    'urlNotAllowed',
    'tenantAuthorisationFailed',
    'directoryUnavailable',
    'serviceAccountRequired',
    'secretExpired',
    'groupNotFound',
    'consentRevoked',
  ],
});

export const LoopbookingAccess = z.strictObject({
  loopbookingDomain: requiredLine('loopbookingDomainRequired', 254),
  loopbookingCode: requiredLine('loopbookingCodeRequired', 254),
});
export type LoopbookingAccess = z.output<typeof LoopbookingAccess>;

export const testLoopbooking = endpoint({
  method: 'POST',
  path: '/tenants/integration/loopboking/test',
  summary: 'Test a connection to Loopbooking',
  access: 'directory.connect',
  body: LoopbookingAccess,
  reply: z.object({ success: z.literal(true) }),
  refusals: ['loopbookingTestFailed', 'directoryUnavailable', 'tooManyRequests'],
});

/** Imports no employee, like `connectDirectory`. */
export const connectLoopbooking = endpoint({
  method: 'POST',
  path: '/tenants/:tenantId/integration/loopboking',
  summary: 'Connect a tenant to Loopbooking',
  access: 'directory.connect',
  params: OfTenant,
  body: LoopbookingAccess,
  reply: z.object({ tenant: Tenant, conflicts: z.array(Conflict) }),
  refusals: ['integrationAlreadySet', 'loopbookingTestFailed', 'directoryUnavailable', 'tooManyRequests'],
});

/** Deletes its synchronized employees, or keeps them as if entered by hand. */
export const removeDirectory = endpoint({
  method: 'PATCH',
  path: '/tenants/:tenantId/integration/nullify',
  summary: 'Remove the directory of a tenant',
  access: 'directory.remove',
  params: OfTenant,
  body: z.strictObject({ shouldDeleteEmployees: z.boolean() }),
  reply: Tenant,
  refusals: ['noIntegration', 'currentVisitRecords'],
});
