import type { Actor, DeviceActor } from '@vestibule/contract/access.ts';
import type { Kiosk } from '@vestibule/contract/kiosk.ts';
import type { KioskSettings, KioskSettingsValues } from '@vestibule/contract/kiosk-settings.ts';
import { audit } from '../audit/audit.ts';
import { type Db, transaction } from '../db/database.ts';
import { refuseChanged } from '../http/changed.ts';
import { found, Refusal } from '../http/refusal.ts';
import { requireImage } from '../image/image.ts';
import { hashPassword, verifyPassword } from '../session/password.ts';
import { publishKiosks, readKiosk } from './kiosk.ts';
import { lockKiosk } from './kiosk.store.ts';
import {
  copyCompanySettings,
  findCompanySettings,
  findOwnPasswordHash,
  findPasswordHash,
  findSettingsInForce,
  holdCompanySettings,
  listFollowers,
  lockSettings,
  setCustomSettings,
  updateSettings,
} from './kiosk-settings.store.ts';
import { tellDevices } from './tell-devices.ts';

/**
 * The settings of a company's kiosks, or those in force for a kiosk.
 * @throws {Refusal} `notFound`; `validation` unless one of the two is named.
 */
export async function readKioskSettings(
  db: Db,
  actor: Actor,
  { companyId, kioskId }: { companyId?: number | undefined; kioskId?: number | undefined },
): Promise<KioskSettings> {
  if (companyId === undefined && kioskId !== undefined) return found(await findSettingsInForce(db, actor, kioskId));
  if (companyId !== undefined && kioskId === undefined) return found(await findCompanySettings(db, actor, companyId));
  throw new Refusal('validation', { fields: { companyId: 'invalidValue' } });
}

/** The settings that the kiosk follows which a device is. */
export async function readOwnSettings(db: Db, actor: DeviceActor): Promise<KioskSettings> {
  return found(await findSettingsInForce(db, actor, actor.userId));
}

/** Whether somebody at a kiosk knows the password of the settings in force; where there is none, it is empty. */
export async function isSettingsPassword(db: Db, { userId: kioskId }: DeviceActor, password: string): Promise<boolean> {
  const hash = await findPasswordHash(db, kioskId);
  return hash === null ? password === '' : verifyPassword(password, hash);
}

/** Returns whether the settings in force for a kiosk have a password. */
export async function hasSettingsPassword(db: Db, { userId: kioskId }: DeviceActor): Promise<boolean> {
  return (await findPasswordHash(db, kioskId)) !== null;
}

/**
 * Changes the settings of a company's kiosks, or a kiosk's own while these are on. The devices that follow them are told.
 * @throws {Refusal} `notFound`, for an image as well; `kioskSettingsAreOff`; `changedMeanwhile` when they are not `previous` any more;
 * `validation` for an image of another type.
 */
export async function changeKioskSettings(
  db: Db,
  actor: Actor,
  settingsId: number,
  { previous, ...changed }: KioskSettingsValues,
): Promise<KioskSettings> {
  const passwordHash = changed.password ? await hashPassword(changed.password) : changed.password;
  return transaction(db, async (db) => {
    const before = found(await lockSettings(db, actor, settingsId));
    const { companyId, kioskId } = before;
    const followers = await listFollowers(db, settingsId);
    if (kioskId !== null && followers.length === 0) throw new Refusal('kioskSettingsAreOff');
    refuseChanged(before, previous, await wantedOf(db, before, changed));
    await requireImages(db, actor, companyId, changed);
    await updateSettings(db, settingsId, changed, passwordHash);
    const act = { action: 'kioskSettings.changed', subject: 'kioskSettings' } as const;
    await audit(db, actor, { ...act, companyId, subjectId: settingsId });
    await publishKiosks(
      db,
      'kiosk_data_change',
      followers.map((id) => ({ id, company_id: companyId })),
    );
    await tellDevices(db, { kioskIds: followers });
    return found(await lockSettings(db, actor, settingsId));
  });
}

/** What the settings would be; undefined where they have another password by now. */
async function wantedOf(
  db: Db,
  before: KioskSettings,
  { password, ...values }: KioskSettingsValues,
): Promise<KioskSettings | undefined> {
  if (password) {
    const hash = await findOwnPasswordHash(db, before.id);
    if (hash === null || !(await verifyPassword(password, hash))) return undefined;
  }
  const { id, type, companyId, kioskId, version, createdAt, updatedAt } = before;
  const readOnly = { id, type, companyId, kioskId, version, createdAt, updatedAt };
  const hasPassword = password === undefined ? before.hasPassword : password !== null;
  return { ...before, ...values, ...readOnly, hasPassword };
}

async function requireImages(
  db: Db,
  actor: Actor,
  companyId: number,
  { logoImageId, backgroundImageId }: Pick<KioskSettingsValues, 'logoImageId' | 'backgroundImageId'>,
): Promise<void> {
  const place = { companyId, tenantId: null };
  if (logoImageId !== null)
    await requireImage(db, actor, logoImageId, { ...place, type: 'logo', field: 'logoImageId' });
  if (backgroundImageId !== null) {
    await requireImage(db, actor, backgroundImageId, { ...place, type: 'background', field: 'backgroundImageId' });
  }
}

/**
 * Gives a kiosk settings of its own, or makes it follow the company's again. The first time its own are a copy of the company's;
 * what they say is kept while they are off. @throws {Refusal} `notFound`
 */
export function switchCustomSettings(db: Db, actor: Actor, kioskId: number, isOn: boolean): Promise<Kiosk> {
  return transaction(db, async (db) => {
    const { company_id: companyId, enable_custom_settings: wasOn } = found(await lockKiosk(db, actor, kioskId));
    if (isOn !== wasOn) {
      await holdCompanySettings(db, companyId);
      if (isOn) await copyCompanySettings(db, companyId, kioskId);
      await setCustomSettings(db, kioskId, isOn);
      const action = isOn ? 'kiosk.customSettingsOn' : 'kiosk.customSettingsOff';
      await audit(db, actor, { action, companyId, subject: 'kiosk', subjectId: kioskId });
      await publishKiosks(db, 'kiosk_data_change', [{ id: kioskId, company_id: companyId }]);
      await tellDevices(db, { kioskIds: [kioskId] });
    }
    return readKiosk(db, actor, kioskId);
  });
}
