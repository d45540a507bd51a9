import type { Actor, Agent, DeviceActor } from '@vestibule/contract/platform/access.ts';
import type { Kiosk, KioskStatus, PastKioskEvent } from '@vestibule/contract/kiosks/kiosk.ts';
import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import { audit } from '../../platform/audit/audit.ts';
import { requireCompany } from '../../accounts/company/company.ts';
import { type Db, transaction, violatedConstraint } from '../../platform/db/database.ts';
import { deviceActor } from './token.ts';
import { refuseChanged } from '../../platform/http/changed.ts';
import { toPage } from '../../platform/http/list.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import type { Rows } from '../../platform/http/answer.ts';
import { type Channel, type KioskEvent, publish, publishEach } from '../../platform/live/publish.ts';
import { holdCompanySettings } from './kiosk-settings.store.ts';
import { notifyDevices } from './notify-devices.ts';
import {
  deleteKiosk,
  findKiosk,
  insertKiosk,
  listKioskEvents,
  listKiosks,
  listKiosksById,
  lockKiosk,
  toKiosk,
  updateKiosk,
} from './kiosk.store.ts';

export async function readKiosk(db: Db, actor: Agent, kioskId: number): Promise<Kiosk> {
  return toKiosk(orNotFound(await findKiosk(db, actor, kioskId)));
}

export async function readKioskEvents(db: Db, actor: Actor, kioskId: number): Promise<PastKioskEvent[]> {
  const { company_id: companyId } = orNotFound(await findKiosk(db, actor, kioskId));
  return listKioskEvents(db, companyId, kioskId);
}

export async function readKiosks(
  db: Db,
  actor: Actor,
  companyId: number,
  query: ListQuery & { status?: KioskStatus | undefined },
): Promise<Rows<Kiosk>> {
  await requireCompany(db, actor, companyId);
  const { rows, counted } = await listKiosks(db, companyId, query);
  const page = toPage(rows, query, counted, (row) => ({ key: row.folded_name, id: row.id }));
  return { ...page, rows: page.rows.map(toKiosk) };
}

/**
 * Adds a kiosk, which is offline until its device reports. Accepts a device that already shows the code.
 * @throws {Refusal} `notFound`; `hashMustBeUnique` for a code of any kiosk.
 */
export async function addKiosk(
  db: Db,
  actor: Actor,
  companyId: number,
  kiosk: { name: string; hash: string; comment: string | null },
): Promise<Kiosk> {
  try {
    return await transaction(db, async (db) => {
      await requireCompany(db, actor, companyId);
      await holdCompanySettings(db, companyId);
      const { id: kioskId, has_device: hasDevice } = await insertKiosk(db, companyId, kiosk);
      await audit(db, actor, { action: 'kiosk.created', companyId, subject: 'kiosk', subjectId: kioskId });
      const added = { id: kioskId, company_id: companyId };
      if (hasDevice) await recordEnrollment(db, added);
      else await publishKiosks(db, 'kiosk_data_change', [added]);
      return readKiosk(db, actor, kioskId);
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'kiosk_hash') throw error;
    throw new Refusal('hashMustBeUnique', { fields: { hash: 'hashMustBeUnique' } });
  }
}

export async function recordEnrollment(db: Db, kiosk: { id: number; company_id: number }): Promise<void> {
  const { id: kioskId, company_id: companyId } = kiosk;
  await audit(db, deviceActor(kiosk), { action: 'kiosk.enrolled', companyId, subject: 'kiosk', subjectId: kioskId });
  await publishKiosks(db, 'kiosk_data_change', [kiosk]);
}

export function changeKiosk(
  db: Db,
  actor: Actor,
  kioskId: number,
  { previous, ...edit }: { name: string; comment?: string | null | undefined; previous?: NameAndComment | undefined },
): Promise<Kiosk> {
  return transaction(db, async (db) => {
    const { company_id: companyId, name, comment } = orNotFound(await lockKiosk(db, actor, kioskId));
    const changed = { name: edit.name, comment: edit.comment === undefined ? comment : edit.comment };
    refuseChanged({ name, comment }, previous, changed);
    await updateKiosk(db, companyId, kioskId, changed);
    await audit(db, actor, { action: 'kiosk.changed', companyId, subject: 'kiosk', subjectId: kioskId });
    await publishKiosks(db, 'kiosk_data_change', [{ id: kioskId, company_id: companyId }]);
    return readKiosk(db, actor, kioskId);
  });
}

interface NameAndComment {
  name: string;
  comment: string | null;
}

export function removeKiosk(db: Db, actor: Actor, kioskId: number): Promise<null> {
  return transaction(db, async (db) => {
    const { company_id: companyId } = orNotFound(await lockKiosk(db, actor, kioskId));
    await deleteKiosk(db, companyId, kioskId);
    await audit(db, actor, { action: 'kiosk.deleted', companyId, subject: 'kiosk', subjectId: kioskId });
    await publish(db, companyId, [{ channel: `managers:${companyId}`, event: 'resync', ids: [] }]);
    await notifyDevices(db, { kioskIds: [kioskId] });
    return null;
  });
}

export async function readOwnKiosk(db: Db, actor: DeviceActor): Promise<{ kiosk: Kiosk; isLicensed: boolean }> {
  const row = orNotFound(await findKiosk(db, actor, actor.userId));
  return { kiosk: toKiosk(row), isLicensed: row.license_id !== null };
}

export function endOwnKiosk(db: Db, actor: DeviceActor): Promise<null> {
  const { userId: kioskId, companyIds } = actor;
  const [companyId] = companyIds;
  return transaction(db, async (db) => {
    if (!(await deleteKiosk(db, companyId, kioskId))) throw new Refusal('deviceRevoked');
    await audit(db, actor, { action: 'kiosk.deprovisioned', companyId, subject: 'kiosk', subjectId: kioskId });
    await publishKiosks(db, 'kiosk_deprovisioned_triggered_from_kiosk', [{ id: kioskId, company_id: companyId }]);
    await notifyDevices(db, { kioskIds: [kioskId] });
    return null;
  });
}

export function publishKiosks(
  db: Db,
  event: KioskEvent,
  kiosks: readonly { id: number; company_id: number }[],
): Promise<void> {
  return publishEach(
    db,
    event,
    kiosks.map(({ id, company_id: companyId }) => ({ companyId, channel: `managers:${companyId}` as const, id })),
  );
}

export const kioskPayloads = {
  async kiosk_status_change(db: Db, channel: Channel, events: Named) {
    const kiosks = await kiosksOnChannel(db, channel, events);
    return kiosks.map((kiosk) => kiosk && { id: kiosk.id, status: kiosk.status, offlineSince: kiosk.offlineSince });
  },
  async kiosk_data_change(db: Db, channel: Channel, events: Named) {
    const kiosks = await kiosksOnChannel(db, channel, events);
    return kiosks.map((kiosk) => kiosk && { id: kiosk.id, data: kiosk });
  },
  kiosk_deprovisioned_triggered_from_kiosk: (_db: Db, _channel: Channel, events: Named) =>
    Promise.resolve(events.map(([id]) => ({ id }))),
} satisfies Record<KioskEvent, unknown>;

type Named = readonly (readonly number[])[];

async function kiosksOnChannel(db: Db, channel: Channel, events: Named): Promise<(Kiosk | undefined)[]> {
  const rows = await listKiosksById(db, Number(channel.split(':')[1]), [...new Set(events.flat())]);
  const byId = new Map(rows.map((row) => [row.id, toKiosk(row)]));
  return events.map(([id]) => byId.get(id ?? 0));
}
