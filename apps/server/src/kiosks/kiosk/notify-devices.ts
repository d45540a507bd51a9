import type { Db } from '../../platform/db/database.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';
import { notify, notifyEach } from '../../platform/live/bus.ts';

export type DevicesConcerned = { kioskIds: readonly number[] } | { companyId: number };

/** News for devices. It has ids only. */
export type DeviceNews =
  | { kind: 'state'; concerned: DevicesConcerned }
  | { kind: 'passes'; companyId: number }
  | { kind: 'answer'; kioskId: number; visitId: number };

/** After the commit, all processes update these devices: their state, settings and pending commands. */
export async function notifyDevices(db: Db, concerned: DevicesConcerned): Promise<void> {
  if ('companyId' in concerned) return notify(db, 'device', `company ${concerned.companyId}`);
  await notifyEach(db, 'device', concerned.kioskIds, 'kiosks ');
}

/** After the commit, the kiosks of the company hear that the passes of today may have changed. */
export function notifyOfPasses(db: Db, { companyId }: { companyId: number }): Promise<void> {
  return notify(db, 'device', `passes ${companyId}`);
}

/** After the commit, the kiosk that checked the visitor in gets the answer. */
export async function notifyOfAnswer(
  db: Db,
  { companyId, visitId }: { companyId: number; visitId: number },
): Promise<void> {
  const { rows } = await typedSql({ kiosk_id: int })`
    select kiosk_id from kiosk_nonce where company_id = ${companyId} and visit_id = ${visitId} and act = 'check_in'`.execute(
    db,
  );
  for (const { kiosk_id: kioskId } of rows) await notify(db, 'device', `answer ${kioskId} ${visitId}`);
}

export function readDeviceNews(word: string): DeviceNews {
  const [kind, ids = '', visitId] = word.split(' ');
  switch (kind) {
    case 'company':
      return { kind: 'state', concerned: { companyId: Number(ids) } };
    case 'passes':
      return { kind: 'passes', companyId: Number(ids) };
    case 'answer':
      return { kind: 'answer', kioskId: Number(ids), visitId: Number(visitId) };
    default:
      return { kind: 'state', concerned: { kioskIds: ids.split(',').map(Number) } };
  }
}
