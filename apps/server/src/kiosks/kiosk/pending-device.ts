import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { Kiosk, KioskCodeState, PendingDevice } from '@vestibule/contract/kiosks/kiosk.ts';
import { audit } from '../../platform/audit/audit.ts';
import { requireCompany } from '../../accounts/company/company.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { refuseChanged } from '../../platform/http/changed.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import { publishKiosks, readKiosk, recordEnrolment } from './kiosk.ts';
import { type KioskRow, lockKiosk, toPendingDevice } from './kiosk.store.ts';
import {
  AnnouncedDevice,
  bindPendingDevice,
  type CodedKiosk,
  countPendingDevices,
  findAnnouncement,
  insertPendingDevice,
  listCodes,
  lockKioskByCode,
  rejectPendingDevice,
  renewCode,
} from './pending-device.store.ts';

export { AnnouncedDevice };
export { lockKioskByCode };

/** Devices that can wait for one kiosk. More would be an attempt to fill the queue. */
const mostPendingDevices = 10;

/**
 * Lets a device wait for a kiosk whose code was entered before any device announced it. The first device is shown in the console. Later
 * ones wait behind it and get the same answers. Returns false for a code that has expired, for a rejected device, and for a full queue.
 * The kiosk is locked.
 */
export async function awaitConfirmation(db: Db, kiosk: CodedKiosk, device: AnnouncedDevice): Promise<boolean> {
  const announcement = await findAnnouncement(db, kiosk.hash, device.secretHash);
  // A device that waits already keeps its place after the code has expired.
  if (announcement) return !announcement.is_rejected;
  if (kiosk.is_code_expired) return false;
  const waiting = await countPendingDevices(db, kiosk.id);
  if (waiting >= mostPendingDevices) return false;
  await insertPendingDevice(db, kiosk, device);
  if (waiting === 0) await publishKiosks(db, 'kiosk_data_change', [kiosk]);
  return true;
}

/** Returns whether the device waits to be confirmed for the kiosk with this code. */
export async function isAwaitingConfirmation(db: Db, hash: string, secretHash: Buffer): Promise<boolean> {
  const announcement = await findAnnouncement(db, hash, secretHash);
  return announcement?.is_rejected === false;
}

/**
 * Gives a kiosk its pending device.
 * @throws {Refusal} `notFound`; `noPendingDevice`; `changedMeanwhile` if it is not `previous`; `codeExpired`
 */
export function confirmDevice(
  db: Db,
  actor: Actor,
  kioskId: number,
  previous: PendingDevice | undefined,
): Promise<Kiosk> {
  return transaction(db, async (db) => {
    const kiosk = found(await lockKiosk(db, actor, kioskId));
    const pendingDeviceId = requirePendingDevice(kiosk, previous);
    if (kiosk.is_code_expired) throw new Refusal('codeExpired');
    await bindPendingDevice(db, kioskId, pendingDeviceId);
    await record(db, actor, kiosk, 'kiosk.deviceConfirmed');
    await recordEnrolment(db, kiosk);
    return readKiosk(db, actor, kioskId);
  });
}

/**
 * Refuses the pending device of a kiosk for good. The next device that waits takes its place.
 * @throws {Refusal} `notFound`; `noPendingDevice`; `changedMeanwhile` if it is not `previous`
 */
export function rejectDevice(
  db: Db,
  actor: Actor,
  kioskId: number,
  previous: PendingDevice | undefined,
): Promise<Kiosk> {
  return transaction(db, async (db) => {
    const kiosk = found(await lockKiosk(db, actor, kioskId));
    await rejectPendingDevice(db, requirePendingDevice(kiosk, previous));
    await record(db, actor, kiosk, 'kiosk.deviceRejected');
    await publishKiosks(db, 'kiosk_data_change', [kiosk]);
    return readKiosk(db, actor, kioskId);
  });
}

/** Makes the code of a kiosk without a device valid for another half hour. @throws {Refusal} `notFound`; `kioskHasDevice` */
export function renewKioskCode(db: Db, actor: Actor, kioskId: number): Promise<Kiosk> {
  return transaction(db, async (db) => {
    const kiosk = found(await lockKiosk(db, actor, kioskId));
    if (kiosk.has_device) throw new Refusal('kioskHasDevice');
    await renewCode(db, kioskId);
    await record(db, actor, kiosk, 'kiosk.codeRenewed');
    await publishKiosks(db, 'kiosk_data_change', [kiosk]);
    return readKiosk(db, actor, kioskId);
  });
}

/** The kiosks of a company that have no device yet. @throws {Refusal} `notFound` */
export async function readKioskCodes(db: Db, actor: Actor, companyId: number): Promise<KioskCodeState[]> {
  await requireCompany(db, actor, companyId);
  return listCodes(db, companyId);
}

function requirePendingDevice(kiosk: KioskRow, previous: PendingDevice | undefined): number {
  const pendingDevice = toPendingDevice(kiosk);
  if (!pendingDevice || kiosk.pending_id === null) throw new Refusal('noPendingDevice');
  refuseChanged(pendingDevice, previous);
  return kiosk.pending_id;
}

function record(
  db: Db,
  actor: Actor,
  { id: subjectId, company_id: companyId }: KioskRow,
  action: 'kiosk.deviceConfirmed' | 'kiosk.deviceRejected' | 'kiosk.codeRenewed',
): Promise<void> {
  return audit(db, actor, { action, companyId, subject: 'kiosk', subjectId });
}
