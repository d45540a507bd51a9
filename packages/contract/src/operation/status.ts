import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Id, Moment } from '../platform/values.ts';

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

/** The state of the system, without personal data. */
export const getSystemStatus = endpoint({
  method: 'GET',
  path: '/admin/status',
  summary: 'Status of the system',
  access: 'system.watch',
  reply: SystemStatus,
});
