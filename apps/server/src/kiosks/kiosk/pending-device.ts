import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { Kiosk, KioskCodeState, PendingDevice } from '@vestibule/contract/kiosks/kiosk.ts';
import { audit } from '../../platform/audit/audit.ts';
import { requireCompany } from '../../accounts/company/company.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { refuseChanged } from '../../platform/http/changed.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import { publishKiosks, readKiosk, recordEnrollment } from './kiosk.ts';
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

/** Pending devices per kiosk. More would flood the queue. */
const maxPendingDevices = 10;

/** The console shows the first device. Returns false for an expired code, a rejected device, and a full queue. */
export async function awaitConfirmation(db: Db, kiosk: CodedKiosk, device: AnnouncedDevice): Promise<boolean> {
  const announcement = await findAnnouncement(db, kiosk.hash, device.secretHash);
  // A waiting device keeps its place after the expiry.
  if (announcement) return !announcement.is_rejected;
  if (kiosk.is_code_expired) return false;
  const waiting = await countPendingDevices(db, kiosk);
  if (waiting >= maxPendingDevices) return false;
  await insertPendingDevice(db, kiosk, device);
  if (waiting === 0) await publishKiosks(db, 'kiosk_data_change', [kiosk]);
  return true;
}

export async function isAwaitingConfirmation(db: Db, hash: string, secretHash: Buffer): Promise<boolean> {
  const announcement = await findAnnouncement(db, hash, secretHash);
  return announcement?.is_rejected === false;
}

export function confirmDevice(
  db: Db,
  actor: Actor,
  kioskId: number,
  previous: PendingDevice | undefined,
): Promise<Kiosk> {
  return transaction(db, async (db) => {
    const kiosk = orNotFound(await lockKiosk(db, actor, kioskId));
    const pendingDeviceId = requirePendingDevice(kiosk, previous);
    if (kiosk.is_code_expired) throw new Refusal('codeExpired');
    await bindPendingDevice(db, kiosk, pendingDeviceId);
    await record(db, actor, kiosk, 'kiosk.deviceConfirmed');
    await recordEnrollment(db, kiosk);
    return readKiosk(db, actor, kioskId);
  });
}

export function rejectDevice(
  db: Db,
  actor: Actor,
  kioskId: number,
  previous: PendingDevice | undefined,
): Promise<Kiosk> {
  return transaction(db, async (db) => {
    const kiosk = orNotFound(await lockKiosk(db, actor, kioskId));
    await rejectPendingDevice(db, kiosk.company_id, requirePendingDevice(kiosk, previous));
    await record(db, actor, kiosk, 'kiosk.deviceRejected');
    await publishKiosks(db, 'kiosk_data_change', [kiosk]);
    return readKiosk(db, actor, kioskId);
  });
}

export function renewKioskCode(db: Db, actor: Actor, kioskId: number): Promise<Kiosk> {
  return transaction(db, async (db) => {
    const kiosk = orNotFound(await lockKiosk(db, actor, kioskId));
    if (kiosk.has_device) throw new Refusal('kioskHasDevice');
    await renewCode(db, kiosk);
    await record(db, actor, kiosk, 'kiosk.codeRenewed');
    await publishKiosks(db, 'kiosk_data_change', [kiosk]);
    return readKiosk(db, actor, kioskId);
  });
}

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
