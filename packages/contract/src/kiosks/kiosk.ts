import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Id, IdParam, ListQuery, Moment } from '../platform/values.ts';

export const kioskStatuses = ['online', 'offline'] as const;
export type KioskStatus = (typeof kioskStatuses)[number];

export const PendingDevice = z.object({
  /** Its IPv4 address, or the /64 of its IPv6 address. */
  network: z.string(),
  appVersion: z.string(),
  androidVersion: z.string().nullable(),
  mac: z.string().nullable(),
  announcedAt: Moment,
});
export type PendingDevice = z.output<typeof PendingDevice>;

/** Online while its channel is open with a sign of life in the last 45 seconds. */
export const Kiosk = z.object({
  id: Id,
  companyId: Id,
  name: z.string(),
  hash: z.string(),
  comment: z.string().nullable(),
  mac: z.string().nullable(),
  ip: z.string().nullable(),
  appVersion: z.string().nullable(),
  androidVersion: z.string().nullable(),
  status: z.enum(kioskStatuses),
  enableCustomSettings: z.boolean(),
  /** The last sign of life while offline. Null without any. */
  offlineSince: Moment.nullable(),
  settingsVersion: z.int(),
  appliedSettingsVersion: z.int().nullable(),
  pendingDevice: PendingDevice.nullable(),
});
export type Kiosk = z.output<typeof Kiosk>;

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

export const kioskEventKinds = [
  'online',
  'offline',
  'restarted',
  'updated',
  'settingsApplied',
  'printerTested',
  'printedAgain',
] as const;
export type KioskEventKind = (typeof kioskEventKinds)[number];

export const PastKioskEvent = z.object({
  id: Id,
  kind: z.enum(kioskEventKinds),
  /** The app version of `updated`, and the version of the settings of `settingsApplied`. */
  detail: z.string().nullable(),
  at: Moment,
});
export type PastKioskEvent = z.output<typeof PastKioskEvent>;

/** How long the events of a kiosk are kept, and how many. */
export const kioskEventsKept = { days: 7, each: 200 } as const;

export const listKioskEvents = endpoint({
  method: 'GET',
  path: '/kiosks/:kioskId/events',
  summary: 'List the events of a kiosk in the last 7 days',
  access: 'kiosk.manage',
  params: z.object({ kioskId: IdParam }),
  reply: z.array(PastKioskEvent),
});

/** The code of a kiosk without a device. */
export const KioskCodeState = z.object({
  kioskId: Id,
  expiresAt: Moment,
  hasPendingDevice: z.boolean(),
});
export type KioskCodeState = z.output<typeof KioskCodeState>;

export const listKioskCodes = endpoint({
  method: 'GET',
  path: '/kiosks/company/:companyId/codes',
  summary: 'List the codes of a company that no device has yet',
  access: 'kiosk.manage',
  params: z.object({ companyId: IdParam }),
  reply: z.array(KioskCodeState),
});
