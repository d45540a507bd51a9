import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Id, IdParam, key, Moment } from '../platform/values.ts';

export const RunningProcess = z.object({
  name: z.string(),
  roles: z.array(z.enum(['web', 'worker'])),
  version: z.string(),
  startedAt: Moment,
  lastSeenAt: Moment,
  /** No heartbeat for more than half a minute. */
  isSilent: z.boolean(),
});
export type RunningProcess = z.output<typeof RunningProcess>;

export const CompanyTrouble = z.object({
  company: z.object({ id: Id, name: z.string() }).nullable(),
  failingDirectories: z.int(),
  failedMessages: z.int(),
  kiosksOffline: z.int(),
  kiosks: z.int(),
});
export type CompanyTrouble = z.output<typeof CompanyTrouble>;

export const SystemStatus = z.object({
  at: Moment,
  processes: z.array(RunningProcess),
  jobs: z.object({ waiting: z.int(), active: z.int(), failed: z.int() }),
  liveEventsWaiting: z.int(),
  messages: z.object({ waiting: z.int(), overdueSeconds: z.int() }),
  forgottenAt: Moment.nullable(),
  lastBackup: z.object({ startedAt: Moment, bytes: z.int(), files: z.int(), missingFiles: z.int() }).nullable(),
  troubles: z.array(CompanyTrouble),
});
export type SystemStatus = z.output<typeof SystemStatus>;

export const getSystemStatus = endpoint({
  method: 'GET',
  path: '/admin/status',
  summary: 'Status of the system',
  access: 'system.watch',
  reply: SystemStatus,
});

export const CompanyState = z.object({
  companyId: Id,
  inside: z.int(),
  kiosks: z.int(),
  kiosksOffline: z.int(),
  /** In 24 hours. */
  failedMessages: z.int(),
  failingDirectories: z.int(),
  licensesUsed: z.int(),
});
export type CompanyState = z.output<typeof CompanyState>;

export const listCompanyStates = endpoint({
  method: 'GET',
  path: '/partners/:partnerId/company_states',
  summary: 'State of companies of a partner',
  access: 'partner.companies',
  params: z.object({ partnerId: IdParam }),
  query: z.strictObject({
    ids: z
      .string()
      .transform((ids) => ids.split(','))
      .pipe(z.array(IdParam).max(200, key('invalidValue'))),
  }),
  reply: z.array(CompanyState),
});
