import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Id, IdParam, ListQuery, Moment } from '../platform/values.ts';

export const kioskStatuses = ['online', 'offline'] as const;
export type KioskStatus = (typeof kioskStatuses)[number];

/** A device that announced itself with a code which an administrator entered before. It waits to be confirmed. */
export const PendingDevice = z.object({
  /** Its IPv4 address, or the /64 of its IPv6 address. */
  network: z.string(),
  /** As the device reports them. */
  appVersion: z.string(),
  androidVersion: z.string().nullable(),
  mac: z.string().nullable(),
  announcedAt: Moment,
});
export type PendingDevice = z.output<typeof PendingDevice>;

/** A tablet at a reception. Online while its channel is open and it gave a sign of life in the last 45 seconds. */
export const Kiosk = z.object({
  id: Id,
  companyId: Id,
  name: z.string(),
  /** The code that its screen shows until it is enrolled. */
  hash: z.string(),
  comment: z.string().nullable(),
  /** What the device says of itself; null until it has spoken. */
  mac: z.string().nullable(),
  ip: z.string().nullable(),
  appVersion: z.string().nullable(),
  androidVersion: z.string().nullable(),
  status: z.enum(kioskStatuses),
  enableCustomSettings: z.boolean(),
  /** The last sign of life of a device that is offline; null for one that never gave any. */
  offlineSince: Moment.nullable(),
  /** The number of the settings in force, and of those that the device follows. */
  settingsVersion: z.int(),
  appliedSettingsVersion: z.int().nullable(),
  pendingDevice: PendingDevice.nullable(),
});
export type Kiosk = z.output<typeof Kiosk>;

/** By name. Search matches name, hash, comment, MAC, IP and the two versions. */
export const listKiosks = endpoint({
  method: 'GET',
  path: '/kiosks/company/:companyId',
  summary: 'List the kiosks of a company',
  access: 'kiosk.manage',
  params: z.object({ companyId: IdParam }),
  query: ListQuery.extend({ status: z.enum(kioskStatuses).optional() }),
  reply: z.array(Kiosk),
  paged: true,
});

/** The code of a kiosk that has no device yet. */
export const KioskCodeState = z.object({
  kioskId: Id,
  /** Past once the code has expired. */
  expiresAt: Moment,
  hasPendingDevice: z.boolean(),
});
export type KioskCodeState = z.output<typeof KioskCodeState>;

/** The kiosks of a company that have no device yet, by when their codes expire. */
export const listKioskCodes = endpoint({
  method: 'GET',
  path: '/kiosks/company/:companyId/codes',
  summary: 'List the codes of a company that no device has yet',
  access: 'kiosk.manage',
  params: z.object({ companyId: IdParam }),
  reply: z.array(KioskCodeState),
});
