import type { Actor, DeviceActor } from '@vestibule/contract/platform/access.ts';
import type { Kiosk } from '@vestibule/contract/kiosks/kiosk.ts';
import type { KioskSettings, KioskSettingsValues } from '@vestibule/contract/kiosks/kiosk-settings.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { isChanged, refuseChanged } from '../../platform/http/changed.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import { requireImage } from '../../building/image/image.ts';
import { countHash, hashPassword, verifyPassword } from '../../accounts/session/password.ts';
import { publishKiosks, readKiosk } from './kiosk.ts';
import { lockKiosk } from './kiosk.store.ts';
import {
  copyCompanySettings,
  findCompanySettings,
  findOwnPasswordHash,
  findPasswordHash,
  findSettings,
  findSettingsInForce,
  holdCompanySettings,
  listFollowers,
  lockSettings,
  setCustomSettings,
  updateSettings,
} from './kiosk-settings.store.ts';
import { notifyDevices } from './notify-devices.ts';

export async function readKioskSettings(
  db: Db,
  actor: Actor,
  { companyId, kioskId }: { companyId?: number | undefined; kioskId?: number | undefined },
): Promise<KioskSettings> {
  if (companyId === undefined && kioskId !== undefined)
    return orNotFound(await findSettingsInForce(db, actor, kioskId));
  if (companyId !== undefined && kioskId === undefined)
    return orNotFound(await findCompanySettings(db, actor, companyId));
  throw new Refusal('validation', { fields: { companyId: 'invalidValue' } });
}

export async function readOwnSettings(db: Db, actor: DeviceActor): Promise<KioskSettings> {
  return orNotFound(await findSettingsInForce(db, actor, actor.userId));
}

export function readPasswordHash(
  db: Db,
  { userId: kioskId, companyIds: [companyId] }: DeviceActor,
): Promise<string | null> {
  return findPasswordHash(db, companyId, kioskId);
}

interface Comparison {
  hash: string;
  isSame: boolean;
}

interface Edit {
  changed: Omit<KioskSettingsValues, 'previous'>;
  previous: KioskSettings | undefined;
  passwordHash: string | null | undefined;
  compared: Comparison | undefined;
}

export async function changeKioskSettings(
  db: Db,
  actor: Actor,
  settingsId: number,
  { previous, ...changed }: KioskSettingsValues,
): Promise<KioskSettings> {
  const { password } = changed;
  if (!password) {
    const edit = { changed, previous, passwordHash: password, compared: undefined };
    return orNotFound((await tryEdit(db, actor, settingsId, edit)).settings);
  }
  orNotFound(await findSettings(db, actor, settingsId));
  await countHash(db, actor.userId);
  const passwordHash = await hashPassword(password);
  let compared: Comparison | undefined;
  for (;;) {
    const { settings, hashToCompare } = await tryEdit(db, actor, settingsId, {
      changed,
      previous,
      passwordHash,
      compared,
    });
    if (settings) return settings;
    await countHash(db, actor.userId);
    compared = { hash: hashToCompare, isSame: await verifyPassword(password, hashToCompare) };
  }
}

/** Applies the edit, or returns the hash to compare its password with first. The result counts only while the hash is the same. */
function tryEdit(
  db: Db,
  actor: Actor,
  settingsId: number,
  { changed, previous, passwordHash, compared }: Edit,
): Promise<{ settings: KioskSettings; hashToCompare?: never } | { settings?: never; hashToCompare: string }> {
  return transaction(db, async (db) => {
    const before = orNotFound(await lockSettings(db, actor, settingsId));
    const { companyId, kioskId } = before;
    const followers = await listFollowers(db, before);
    if (kioskId !== null && followers.length === 0) throw new Refusal('kioskSettingsAreOff');
    if (isChanged(before, previous)) {
      const hash = changed.password ? await findOwnPasswordHash(db, before) : null;
      if (hash !== null && hash !== compared?.hash) return { hashToCompare: hash };
      const hasSamePassword = !changed.password || (hash !== null && compared?.isSame === true);
      refuseChanged(before, previous, hasSamePassword ? wantedOf(before, changed) : undefined);
    }
    await requireImages(db, actor, companyId, changed);
    await updateSettings(db, before, changed, passwordHash);
    const act = { action: 'kioskSettings.changed', subject: 'kioskSettings' } as const;
    await audit(db, actor, { ...act, companyId, subjectId: settingsId });
    await publishKiosks(
      db,
      'kiosk_data_change',
      followers.map((id) => ({ id, company_id: companyId })),
    );
    await notifyDevices(db, { kioskIds: followers });
    return { settings: orNotFound(await lockSettings(db, actor, settingsId)) };
  });
}

function wantedOf(before: KioskSettings, { password, ...values }: Edit['changed']): KioskSettings {
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

export function switchCustomSettings(db: Db, actor: Actor, kioskId: number, isOn: boolean): Promise<Kiosk> {
  return transaction(db, async (db) => {
    const { company_id: companyId, enable_custom_settings: wasOn } = orNotFound(await lockKiosk(db, actor, kioskId));
    if (isOn !== wasOn) {
      await holdCompanySettings(db, companyId);
      if (isOn) await copyCompanySettings(db, companyId, kioskId);
      await setCustomSettings(db, { companyId, kioskId }, isOn);
      const action = isOn ? 'kiosk.customSettingsOn' : 'kiosk.customSettingsOff';
      await audit(db, actor, { action, companyId, subject: 'kiosk', subjectId: kioskId });
      await publishKiosks(db, 'kiosk_data_change', [{ id: kioskId, company_id: companyId }]);
      await notifyDevices(db, { kioskIds: [kioskId] });
    }
    return readKiosk(db, actor, kioskId);
  });
}

export async function insertKioskSettings(db: Db, { companyId }: { companyId: number }): Promise<void> {
  await db.insertInto('kiosk_settings').values({ company_id: companyId }).execute();
}
