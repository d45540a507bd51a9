import { setImmediate as nextTurn } from 'node:timers/promises';
import { maxUndecided } from '@vestibule/contract/visits/expected.ts';
import { badgeCode, passPath } from '../badge/code.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { notifyDebounced } from '../../platform/live/bus.ts';
import { buildingTime } from '../../platform/values/building-time.ts';
import {
  type Announced,
  type Announcement,
  deleteUndecided,
  type ExpectedAnnouncement,
  insertAnnouncements,
  insertArrivals,
  listDeliveryAnnouncements,
  listExpectedAnnouncements,
  type SealedAnnouncement,
  type TenantOfCompany,
} from './announce.store.ts';
import { barrierOf } from '../../platform/outbox/barrier.ts';
import { sealContent, type SmsContent } from '../../platform/outbox/content.ts';
import type { Announcing } from './hold.ts';
import { textWithoutLinks } from '../../platform/values/without-links.ts';

const hoursOfUse = { delivery: 4, expected: 24 };
const batchSize = 500;

/** Joins the transaction of the check-ins. The constraint `told_once` prevents repeats. */
export async function announceArrivals(
  db: Db,
  companyId: number,
  visitIds: readonly number[],
  announcing: Announcing,
): Promise<void> {
  if (await transaction(db, (db) => insertArrivals(db, companyId, visitIds, announcing)))
    notifyDebounced(db, 'message');
}

export function notifyDelivery(
  db: Db,
  vault: Vault,
  { companyId, tenantId }: TenantOfCompany,
  announcing: Announcing,
  now = new Date(),
): Promise<Announced> {
  return transaction(db, async (db) => {
    const rows = await listDeliveryAnnouncements(db, { companyId, tenantId });
    const contentOf = ({ house, tenant, time_zone: zone }: Announcement): SmsContent<'delivery'> => {
      return { house, tenant, time: buildingTime(zone).time(now), closing: null };
    };
    const messages = await seal(vault, rows, contentOf, announcing);
    return queue(db, messages, { companyId, tenantId, announcing, hours: hoursOfUse.delivery });
  });
}

interface ExpectedVisitors {
  companyId: number;
  tenantId: number;
  visitorIds: readonly number[];
  newIds: readonly number[];
  announce: boolean | undefined;
  origin: string;
}

/** Sends at most one in 24 hours. Returns how many messages are held. */
export async function announceExpected(
  db: Db,
  vault: Vault,
  { companyId, tenantId, visitorIds, newIds, announce, origin }: ExpectedVisitors,
  announcing: Announcing,
): Promise<number> {
  const concerned = announce === undefined ? newIds : visitorIds;
  if (concerned.length === 0) return 0;
  await deleteUndecided(db, companyId, concerned);
  if (announce === false) return 0;
  const rows = await listExpectedAnnouncements(db, { companyId, tenantId }, concerned);
  const contentOf = ({
    visitor_id: id,
    house,
    tenant,
    closing,
    tenant_wrote_closing: isOfTenant,
  }: ExpectedAnnouncement) => {
    const link = `${origin}${passPath}/${badgeCode(vault, { kind: 'visitor', id })}`;
    const last = closing !== null && isOfTenant ? textWithoutLinks(closing) : closing;
    return { house, tenant, link, closing: last } satisfies SmsContent<'preregistration'>;
  };
  const messages = await seal(vault, rows, contentOf, announcing);
  const isUndecided =
    announce === undefined && messages.filter(({ state }) => state === 'queued').length > maxUndecided;
  const { held } = await queue(db, isUndecided ? messages.map(hold) : messages, {
    companyId,
    tenantId,
    announcing,
    hours: hoursOfUse.expected,
  });
  return held;
}

function hold(message: SealedAnnouncement): SealedAnnouncement {
  return message.state === 'queued' ? { ...message, state: 'held', problem: 'importUndecided' } : message;
}

type Content = Parameters<typeof sealContent>[2];

async function seal<Row extends Announcement>(
  vault: Vault,
  rows: readonly Row[],
  contentOf: (row: Row) => Content,
  { rules }: Announcing,
): Promise<SealedAnnouncement[]> {
  const messages: SealedAnnouncement[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % batchSize === batchSize - 1) await nextTurn();
    const problem = barrierOf(row.recipient, row.company_country, rules.countries);
    const state = problem === null ? 'queued' : 'notSent';
    messages.push({ ...row, content: sealContent(vault, row.id, contentOf(row)), state, problem });
  }
  return messages;
}

async function queue(
  db: Db,
  messages: readonly SealedAnnouncement[],
  { announcing, hours, ...place }: TenantOfCompany & { announcing: Announcing; hours: number },
): Promise<Announced> {
  if (messages.length === 0) return { written: 0, queued: 0, held: 0 };
  const announced = await transaction(db, (db) => insertAnnouncements(db, messages, place, announcing, hours));
  if (announced.queued > 0) notifyDebounced(db, 'message');
  return announced;
}
