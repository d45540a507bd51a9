import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Image } from '../platform/image.ts';
import { Kiosk } from './kiosk.ts';
import { KioskHash } from './kiosk-hash.ts';
import { KioskSettings } from './kiosk-settings.ts';
import { RefusedKind } from './refused-kind.ts';
import { Id, line, Moment, requiredLine } from '../platform/values.ts';
import { gdprHandlings } from '../building/retention.ts';

export const Nonce = z.uuid();

/** The time of an act by the device's clock. PostgreSQL has no year 0 and fewer decimals. */
export const SaidMoment = Moment.max(32).refine((moment) => !moment.startsWith('0000'));

export const Mac = z
  .string()
  .trim()
  .regex(/^[0-9A-Fa-f]{2}([:-]?[0-9A-Fa-f]{2}){5}$/);

export const Version = line(32);

const DeviceSecret = z.string().min(8).max(512);

/** How long a code is valid, and how often a device may poll. */
export const enrollment = { minutes: 15, intervalSeconds: 2 } as const;

export const announceDevice = endpoint({
  method: 'POST',
  path: '/device/announce',
  summary: 'Announce a device, and get a code to show',
  access: 'device.announce',
  body: z.strictObject({
    deviceSecret: DeviceSecret,
    hash: KioskHash.optional(),
    mac: Mac.nullish(),
    appVersion: Version,
    androidVersion: Version.nullish(),
  }),
  reply: z.object({ hash: z.string(), expiresAt: Moment, interval: z.int() }),
  refusals: ['tooManyRequests'],
});

/** Returns 202 until the code is entered, and confirmed if it was entered first; then the token. A repeat replaces the token. */
export const fetchDeviceToken = endpoint({
  method: 'POST',
  path: '/device/token',
  summary: 'Fetch the token of a device once its code was entered',
  access: 'device.announce',
  body: z.strictObject({ hash: KioskHash, deviceSecret: DeviceSecret }),
  reply: z.union([z.object({ pending: z.literal(true) }), z.object({ token: z.string(), kiosk: Kiosk })]),
  pending: true,
  refusals: ['hashUnknown', 'tooManyRequests'],
});

/** The same device may repeat it. */
export const activateDevice = endpoint({
  method: 'POST',
  path: '/device/activate',
  summary: 'Bind a license to a device',
  access: 'device.act',
  body: z.strictObject({ licenseKey: requiredLine('licenseKeyRequired', 120), mac: Mac }),
  reply: z.object({ license: z.object({ activationDate: Moment, mac: z.string() }) }),
  refusals: ['licenseNotFound', 'licenseInUse', 'tooManyRequests'],
});

/** The old token ends with the first use of the next one. */
export const rotateDeviceToken = endpoint({
  method: 'POST',
  path: '/device/token/rotate',
  summary: 'Replace the token of a device',
  access: 'device.act',
  reply: z.object({ token: z.string() }),
});

export const DeviceConfig = z.object({
  kiosk: Kiosk,
  settings: KioskSettings,
  company: z.object({
    id: Id,
    name: z.string(),
    timeZone: z.string(),
    countryCode: z.string(),
    logo: Image.nullable(),
    /** Defaults for configurations that a kiosk stored before these properties existed. */
    hasReception: z.boolean().default(true),
    receptionPhone: z.string().nullable().default(null),
  }),
  phrasesVersion: z.string(),
});
export type DeviceConfig = z.output<typeof DeviceConfig>;

export const getDeviceConfig = endpoint({
  method: 'GET',
  path: '/device/config',
  summary: 'Read the configuration of a device',
  access: 'device.act',
  reply: DeviceConfig,
  refusals: ['licenseRequired'],
});

/** Pictures that the settings in force show. A kiosk reads no others except those of tenants and employees. */
export const getDeviceImages = endpoint({
  method: 'GET',
  path: '/device/images',
  summary: 'Read the pictures that the settings of a device show',
  access: 'device.act',
  reply: z.object({ logo: Image.nullable(), background: Image.nullable() }),
});

/** Omits phones and e-mails. Photos only if the settings show them. */
export const DeviceTenant = z.object({
  id: Id,
  name: z.string(),
  logo: Image.nullable(),
  enableGdpr: z.boolean(),
  /** How long visits are kept, by the settings in force. Absent in what older versions stored. */
  gdprHandling: z.enum(gdprHandlings).optional(),
  /** For visitors. Absent or null without it. */
  wifiInfo: z.string().nullable().optional(),
  enablePrintBadgeOption: z.boolean(),
  enablePrintParkingBadgeOption: z.boolean(),
  /** Whether an announced delivery reaches a phone. The default is for tenants that a kiosk stored before. */
  canReceiveDeliveries: z.boolean().default(true),
  employees: z.array(z.object({ id: Id, name: z.string(), photo: Image.nullable() })),
});
export type DeviceTenant = z.output<typeof DeviceTenant>;

/** By name. A search of 3 letters finds tenants with all employees, and employees with their tenant. */
export const listDeviceTenants = endpoint({
  method: 'GET',
  path: '/device/tenants',
  summary: 'List the tenants and hosts that a visitor can choose',
  access: 'device.act',
  query: z.strictObject({ search: line(200).optional() }),
  reply: z.array(DeviceTenant),
});

/** A late act that the server refused, for the desk. */
export const DeviceRefusal = z.strictObject({
  nonce: Nonce,
  kind: RefusedKind.optional(),
  reason: line(120),
  occurredAt: SaidMoment,
  tenantId: Id.nullable(),
});

export const reportDeviceRefusals = endpoint({
  method: 'POST',
  path: '/device/refusals',
  summary: 'Report acts that the server refused later',
  access: 'device.act',
  body: z.array(DeviceRefusal).max(500),
  reply: z.null(),
});

export const announceDelivery = endpoint({
  method: 'POST',
  path: '/device/deliveries',
  summary: 'Tell a tenant of a delivery',
  access: 'device.act',
  body: z.strictObject({ tenantId: Id }),
  reply: z.object({ notified: z.int() }),
  refusals: ['noDeliveryPhones', 'tooManyRequests'],
});

const SettingsPassword = z.strictObject({ password: z.string().max(512) });

/** The device never gets the password. */
export const unlockDevice = endpoint({
  method: 'POST',
  path: '/device/unlock',
  summary: 'Check the settings password of a kiosk',
  access: 'device.act',
  body: SettingsPassword,
  reply: z.null(),
  refusals: ['passwordIncorrect', 'tooManyRequests'],
});

/** Refused without a settings password. */
export const deprovisionDevice = endpoint({
  method: 'POST',
  path: '/device/deprovision',
  summary: 'Remove a kiosk at its own screen',
  access: 'device.act',
  body: SettingsPassword,
  reply: z.null(),
  refusals: ['passwordIncorrect', 'tooManyRequests'],
});
