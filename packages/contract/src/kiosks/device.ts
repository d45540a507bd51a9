import { z } from 'zod';
import { Nonce, SaidMoment } from './device-visit.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Image } from '../platform/image.ts';
import { Kiosk } from './kiosk.ts';
import { KioskHash } from './kiosk-edit.ts';
import { KioskSettings } from './kiosk-settings.ts';
import { Id, line, Moment, requiredLine } from '../platform/values.ts';

/** A network address of a device, as it says itself. */
export const Mac = z
  .string()
  .trim()
  .regex(/^[0-9A-Fa-f]{2}([:-]?[0-9A-Fa-f]{2}){5}$/);

/** The version of an app, or of the system below it. */
export const Version = line(32);

/** What a device knows and nobody else: it proves with it that it is the one that announced itself. */
const DeviceSecret = z.string().min(8).max(512);

/** How long a code is shown, and how often a device may ask whether somebody typed it. */
export const enrolment = { minutes: 15, intervalSeconds: 2 } as const;

/** A device asks for a code to show, or brings the one that it shows already. */
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

/**
 * Returns 202 until an administrator has entered the code, and confirmed the device where the code was entered first; then the token.
 * Asked again, the token given last ends.
 */
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

/** Binds a licence to this device; the same device may do it again. */
export const activateDevice = endpoint({
  method: 'POST',
  path: '/device/activate',
  summary: 'Bind a licence to a device',
  access: 'device.act',
  body: z.strictObject({ licenseKey: requiredLine('licenseKeyRequired', 120), mac: Mac }),
  reply: z.object({ license: z.object({ activationDate: Moment, mac: z.string() }) }),
  refusals: ['licenseNotFound', 'licenseInUse', 'tooManyRequests'],
});

/** A new token. The old one ends when the new one is first used. */
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
    /** The country whose phone numbers need no country code. */
    countryCode: z.string(),
    logo: Image.nullable(),
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

/** The pictures that the settings in force show. A kiosk reads no others, apart from those of its tenants and their employees. */
export const getDeviceImages = endpoint({
  method: 'GET',
  path: '/device/images',
  summary: 'Read the pictures that the settings of a device show',
  access: 'device.act',
  reply: z.object({ logo: Image.nullable(), background: Image.nullable() }),
});

/** A tenant as a kiosk may know it: nobody's phone or e-mail. Photos only where the settings show them. */
export const DeviceTenant = z.object({
  id: Id,
  name: z.string(),
  logo: Image.nullable(),
  enableGdpr: z.boolean(),
  enablePrintBadgeOption: z.boolean(),
  enablePrintParkingBadgeOption: z.boolean(),
  employees: z.array(z.object({ id: Id, name: z.string(), photo: Image.nullable() })),
});
export type DeviceTenant = z.output<typeof DeviceTenant>;

/** By name. A search of 3 letters finds tenants by name, with everybody, and people by name, with their tenant. */
export const listDeviceTenants = endpoint({
  method: 'GET',
  path: '/device/tenants',
  summary: 'List the tenants and hosts that a visitor can choose',
  access: 'device.act',
  query: z.strictObject({ search: line(200).optional() }),
  reply: z.array(DeviceTenant),
});

/** What a device did while it was away and was then refused, for the desk to look after. */
export const DeviceRefusal = z.strictObject({
  nonce: Nonce,
  reason: line(120),
  occurredAt: SaidMoment,
  tenantId: Id.nullable(),
});

export const reportDeviceRefusals = endpoint({
  method: 'POST',
  path: '/device/refusals',
  summary: 'Report what was refused of acts that were sent late',
  access: 'device.act',
  body: z.array(DeviceRefusal).max(500),
  reply: z.null(),
});

/** Tells a tenant that something is delivered for it; answers how many phones are told, none where nobody sends SMS. */
export const announceDelivery = endpoint({
  method: 'POST',
  path: '/device/deliveries',
  summary: 'Tell a tenant of a delivery',
  access: 'device.act',
  body: z.strictObject({ tenantId: Id }),
  reply: z.object({ notified: z.int() }),
  refusals: ['noDeliveryPhones', 'tooManyRequests'],
});

/** A password typed at a kiosk: empty where the settings have none. */
const SettingsPassword = z.strictObject({ password: z.string().max(512) });

/** Whether somebody at the kiosk knows the password of the settings in force, which the device itself never does. */
export const unlockDevice = endpoint({
  method: 'POST',
  path: '/device/unlock',
  summary: 'Check the settings password of a kiosk',
  access: 'device.act',
  body: SettingsPassword,
  reply: z.null(),
  refusals: ['passwordIncorrect', 'tooManyRequests'],
});

/** Removes the kiosk from its own screen, by the password of the settings in force. Refused where these have no password. */
export const deprovisionDevice = endpoint({
  method: 'POST',
  path: '/device/deprovision',
  summary: 'Remove a kiosk at its own screen',
  access: 'device.act',
  body: SettingsPassword,
  reply: z.null(),
  refusals: ['passwordIncorrect', 'tooManyRequests'],
});
