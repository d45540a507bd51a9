import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Kiosk, PendingDevice } from './kiosk.ts';
import { KioskHash } from './kiosk-hash.ts';
import { IdParam, line, requiredLine } from '../platform/values.ts';

const KioskId = z.object({ kioskId: IdParam });
const CompanyId = z.object({ companyId: IdParam });
const name = requiredLine('kioskNameRequired', 120);
const orNull = (text: string | null | undefined) => text || null;
const comment = line(200);

export const NewKiosk = z.strictObject({ name, hash: KioskHash, comment: comment.nullish().transform(orNull) });

/** How long a code is valid that was entered before its device. */
export const enteredCodeMinutes = 30;

/** Without a device that shows this code, the code expires after `enteredCodeMinutes`, and an administrator confirms the device. */
export const createKiosk = endpoint({
  method: 'POST',
  path: '/kiosks/company/:companyId',
  summary: 'Enroll a kiosk',
  access: 'kiosk.manage',
  params: CompanyId,
  body: NewKiosk,
  reply: Kiosk,
  status: 201,
  refusals: ['hashMustBeUnique'],
});

export const updateKiosk = endpoint({
  method: 'PATCH',
  path: '/kiosks/:kioskId',
  summary: 'Change a kiosk',
  access: 'kiosk.manage',
  params: KioskId,
  body: z.strictObject({
    name,
    comment: comment.nullable().transform(orNull).optional(),
    previous: z.object({ name: z.string(), comment: z.string().nullable() }).optional(),
  }),
  reply: Kiosk,
  refusals: ['changedMeanwhile'],
});

/** The first time, own settings copy the company's. They are kept while off. */
export const setKioskCustomSettings = endpoint({
  method: 'PATCH',
  path: '/kiosks/:kioskId/custom_settings_state',
  summary: 'Turn a kiosk’s own settings on or off',
  access: 'kiosk.manage',
  params: KioskId,
  body: z.strictObject({ enableCustomSettings: z.boolean() }),
  reply: Kiosk,
});

const onPendingDevice = {
  access: 'kiosk.manage',
  params: KioskId,
  body: z.strictObject({ previous: PendingDevice.optional() }),
  reply: Kiosk,
} as const;

/** Lets the next `POST /device/token` return a token. */
export const confirmKioskDevice = endpoint({
  method: 'POST',
  path: '/kiosks/:kioskId/device/confirm',
  summary: 'Confirm the device that announced the code of a kiosk',
  ...onPendingDevice,
  refusals: ['noPendingDevice', 'codeExpired', 'changedMeanwhile'],
});

/** Rejects it for good. Another device may still announce the code until it expires. */
export const rejectKioskDevice = endpoint({
  method: 'POST',
  path: '/kiosks/:kioskId/device/reject',
  summary: 'Reject the device that announced the code of a kiosk',
  ...onPendingDevice,
  refusals: ['noPendingDevice', 'changedMeanwhile'],
});

/** Extends the code by `enteredCodeMinutes` from now. */
export const renewKioskCode = endpoint({
  method: 'POST',
  path: '/kiosks/:kioskId/device/renew',
  summary: 'Renew the code of a kiosk that has no device yet',
  access: 'kiosk.manage',
  params: KioskId,
  reply: Kiosk,
  refusals: ['kioskHasDevice'],
});

/** Notifies its device and revokes the token. */
export const deleteKiosk = endpoint({
  method: 'DELETE',
  path: '/kiosks/:kioskId',
  summary: 'Delete a kiosk',
  access: 'kiosk.manage',
  params: KioskId,
  reply: z.null(),
});

const Sent = z.object({ sent: z.literal(true) });
const onOne = { access: 'kiosk.manage', params: KioskId, reply: Sent, refusals: ['kioskOffline'] } as const;
const onAll = { access: 'kiosk.manage', params: CompanyId, reply: z.object({ sent: z.int() }) } as const;

/** Commands expire after half a minute. */
export const rebootKiosk = endpoint({
  method: 'POST',
  path: '/kiosks/:kioskId/reboot',
  summary: 'Reboot a kiosk',
  ...onOne,
});
export const upgradeKiosk = endpoint({
  method: 'POST',
  path: '/kiosks/:kioskId/upgrade',
  summary: 'Update the app of a kiosk',
  ...onOne,
});
export const upgradeAllKiosks = endpoint({
  method: 'POST',
  path: '/kiosks/company/:companyId/upgrade_all',
  summary: 'Update the app of all kiosks of a company that are online',
  ...onAll,
});

const byGet = { method: 'GET', changes: true } as const;
/** The same commands under the method of older clients. */
export const rebootKioskByGet = endpoint({
  ...rebootKiosk,
  ...byGet,
  summary: 'Reboot a kiosk, by the method of older clients',
});
export const upgradeKioskByGet = endpoint({
  ...upgradeKiosk,
  ...byGet,
  summary: 'Update the app of a kiosk, by the method of older clients',
});
export const upgradeAllKiosksByGet = endpoint({
  ...upgradeAllKiosks,
  ...byGet,
  summary: 'Update the app of all kiosks of a company that are online, by the method of older clients',
});
