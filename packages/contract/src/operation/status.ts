import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Id, Moment } from '../platform/values.ts';

export const RunningProcess = z.object({
  /** Host name and process id. */
  name: z.string(),
  roles: z.array(z.enum(['web', 'worker'])),
  version: z.string(),
  startedAt: Moment,
  lastSeenAt: Moment,
  /** No heartbeat for more than half a minute. */
  isSilent: z.boolean(),
});
export type RunningProcess = z.output<typeof RunningProcess>;

/** Problems of a company in numbers. */
export const CompanyTrouble = z.object({
  /** Null for messages without a company. */
  company: z.object({ id: Id, name: z.string() }).nullable(),
  failingDirectories: z.int(),
  /** Of the last 24 hours. */
  failedMessages: z.int(),
  kiosksOffline: z.int(),
  /** With a device. */
  kiosks: z.int(),
});
export type CompanyTrouble = z.output<typeof CompanyTrouble>;

export const SystemStatus = z.object({
  at: Moment,
  processes: z.array(RunningProcess),
  jobs: z.object({ waiting: z.int(), active: z.int(), failed: z.int() }),
  liveEventsWaiting: z.int(),
  messages: z.object({ waiting: z.int(), overdueSeconds: z.int() }),
  /** The last retention run. */
  forgottenAt: Moment.nullable(),
  lastBackup: z.object({ startedAt: Moment, bytes: z.int(), files: z.int(), missingFiles: z.int() }).nullable(),
  /** By name. */
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
