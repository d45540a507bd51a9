import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Id, Moment } from '../platform/values.ts';

/** A process that runs, or did until a moment ago. */
export const RunningProcess = z.object({
  /** Its machine and its number there. */
  name: z.string(),
  roles: z.array(z.enum(['web', 'worker'])),
  version: z.string(),
  startedAt: Moment,
  lastSeenAt: Moment,
  /** It has said nothing for more than half a minute: it hangs, was killed, or is cut off. */
  isSilent: z.boolean(),
});
export type RunningProcess = z.output<typeof RunningProcess>;

/** What is wrong at a company, in numbers. */
export const CompanyTrouble = z.object({
  /** Null for messages of the system itself, such as invitations of superAdmins. */
  company: z.object({ id: Id, name: z.string() }).nullable(),
  failingDirectories: z.int(),
  /** Of the last 24 hours. */
  failedMessages: z.int(),
  kiosksOffline: z.int(),
  /** Those that have a device. */
  kiosks: z.int(),
});
export type CompanyTrouble = z.output<typeof CompanyTrouble>;

export const SystemStatus = z.object({
  at: Moment,
  processes: z.array(RunningProcess),
  jobs: z.object({ waiting: z.int(), active: z.int(), failed: z.int() }),
  liveEventsWaiting: z.int(),
  messages: z.object({ waiting: z.int(), overdueSeconds: z.int() }),
  /** When visits whose time was over were last looked for. */
  forgottenAt: Moment.nullable(),
  lastBackup: z.object({ startedAt: Moment, bytes: z.int(), files: z.int(), missingFiles: z.int() }).nullable(),
  /** Companies where something is wrong, by name. */
  troubles: z.array(CompanyTrouble),
});
export type SystemStatus = z.output<typeof SystemStatus>;

/** How the system is, for whoever runs it: nothing of a person, and of a company its name. */
export const getSystemStatus = endpoint({
  method: 'GET',
  path: '/admin/status',
  summary: 'Status of the system',
  access: 'system.watch',
  reply: SystemStatus,
});
