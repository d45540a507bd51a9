import type { DeviceActor } from '@vestibule/contract/access.ts';
import type { Parsed, Reply } from '@vestibule/contract/endpoint.ts';
import type { checkOutAtDevice, Greeting, registerVisitAtDevice } from '@vestibule/contract/device.ts';
import { sql } from 'kysely';
import { audit } from '../audit/audit.ts';
import { type BadgeMeans, printBadges } from '../badge/badge.ts';
import { wearerOf } from '../badge/scan.ts';
import type { Db } from '../db/database.ts';
import type { Vault } from '../db/sealed.ts';
import { countUse, type Limit, refuseOverLimit } from '../http/limit.ts';
import { found, Refusal } from '../http/refusal.ts';
import { readPhone } from '../settings/phone.ts';
import { countryAt } from '../settings/settings.ts';
import { checkIn, checkOut } from '../visit/visit.ts';
import type { VisitorRow } from '../visitor/visitor.rows.ts';
import { findVisitorByPhone, findVisitorInScope } from '../visitor/visitor.ts';
import { doOnce } from './nonce.ts';
import { happenedAt } from './occurred.ts';

/** Phones that one kiosk may look up: as many as people stand before it, too few to try numbers one after the other. */
const lookups: Limit = { uses: 6, seconds: 60 };
/** Badges that are nobody's, and phones of people who are not inside. */
const misses: Limit = { uses: 20, seconds: 60 };

const nobody: Greeting = { known: false, name: null, companyName: null, preregisteredTenantId: null };

/** What a kiosk may say to somebody with this phone. @throws {Refusal} `invalidPhone`; `tooManyRequests` */
export async function greetByPhone(db: Db, actor: DeviceActor, typed: string): Promise<Greeting> {
  const row = await visitorByPhone(db, actor, typed, () =>
    countUse(db, `phone lookup of kiosk ${actor.userId}`, lookups),
  );
  const [companyId] = actor.companyIds;
  await audit(db, actor, { action: 'visitor.lookedUp', companyId, subject: 'visitor', subjectId: row?.id ?? null });
  return greetingOf(row);
}

/** What a kiosk may say to somebody who shows this code. @throws {Refusal} `tooManyRequests` */
export async function greetByBadge(db: Db, vault: Vault, actor: DeviceActor, code: string): Promise<Greeting> {
  const subject = `codes at kiosk ${actor.userId}`;
  await refuseOverLimit(db, subject, misses);
  const wearer = await wearerOf(db, vault, actor.companyIds[0], code);
  if (!wearer) await countUse(db, subject, misses);
  return greetingOf(wearer && (await findVisitorInScope(db, actor, wearer.id)));
}

/** Only somebody who asked to be remembered, or is expected, is greeted by name. */
function greetingOf(row: VisitorRow | undefined): Greeting {
  const mayBeKept = row?.should_save_data === true && row.storage_stopped_at === null;
  if (!row || (!mayBeKept && row.preregistered_tenant_id === null)) return nobody;
  const { name, company_name: companyName, preregistered_tenant_id: preregisteredTenantId } = row;
  return { known: true, name, companyName, preregisteredTenantId };
}

type NewVisit = Parsed<typeof registerVisitAtDevice, 'body'>;

/**
 * Checks somebody in once for a nonce, at the time when it happened. Sent again, it answers the same; the badge is there as long as the
 * visit lasts. @throws {Refusal} as `checkIn`
 */
export async function registerVisit(
  db: Db,
  means: BadgeMeans,
  actor: DeviceActor,
  { nonce, occurredAt, ...request }: NewVisit,
): Promise<Reply<typeof registerVisitAtDevice>> {
  const outcome = await doOnce(db, actor, { act: 'check_in', nonce }, async (db) => {
    const { visitor } = await checkIn(db, means, actor, {
      ...request,
      shouldPrintMainBadge: false,
      shouldPrintParkingBadge: false,
      at: happenedAt(occurredAt),
    });
    const visitId = found(visitor.currentVisitRecordId);
    return { visitorId: visitor.id, visitId, notified: await meansOfTelling(db, visitId) };
  });
  const [companyId] = actor.companyIds;
  const badgeHtml = await printBadges(db, means, actor, {
    companyId,
    visitorIds: [outcome.visitorId],
    wanted: request,
  });
  const notified = (['sms', 'email'] as const).filter((channel) => outcome.notified.includes(channel));
  return { visitId: found(outcome.visitId), badgeHtml, notified };
}

/** By which means the host of a visit is told. */
async function meansOfTelling(db: Db, visitId: number): Promise<string[]> {
  const { rows } = await sql<{ channel: string }>`
    select distinct channel from message where visit_id = ${visitId} and kind = 'arrival'`.execute(db);
  return rows.map(({ channel }) => channel);
}

/**
 * Checks out whoever has the phone or wears the badge, once for a nonce where there is one. Sent again after the visitor was forgotten,
 * it answers no name. @throws {Refusal} `visitNotFound`; `visitorIsNotCheckedIn`; `invalidPhone`; `tooManyRequests`
 */
export async function checkOutVisitor(
  db: Db,
  vault: Vault,
  actor: DeviceActor,
  { nonce, occurredAt, phone, badgeCode }: Parsed<typeof checkOutAtDevice, 'body'>,
): Promise<Reply<typeof checkOutAtDevice>> {
  const subject = `check-outs at kiosk ${actor.userId}`;
  await refuseOverLimit(db, subject, misses);
  let visitorName: string | undefined;
  const leave = async (db: Db) => {
    const visitor =
      badgeCode === undefined
        ? await insideByPhone(db, actor, phone ?? '')
        : await wearerOf(db, vault, actor.companyIds[0], badgeCode);
    if (!visitor) throw new Refusal('visitNotFound');
    if (!visitor.is_inside) throw new Refusal('visitorIsNotCheckedIn');
    visitorName = visitor.name;
    await checkOut(db, actor, visitor.id, occurredAt === undefined ? undefined : happenedAt(occurredAt));
    return { visitorId: visitor.id, visitId: null, notified: [] };
  };
  try {
    const outcome =
      nonce === undefined
        ? await db.transaction().execute(leave)
        : await doOnce(db, actor, { act: 'check_out', nonce }, leave);
    visitorName ??= (await findVisitorInScope(db, actor, outcome.visitorId))?.name ?? '';
    return { visitorName };
  } catch (error) {
    const isMiss = error instanceof Refusal && (error.status === 404 || error.status === 409);
    if (isMiss) await countUse(db, subject, misses);
    throw error;
  }
}

async function insideByPhone(db: Db, actor: DeviceActor, typed: string) {
  const row = await visitorByPhone(db, actor, typed);
  return row && { id: row.id, name: row.name, is_inside: row.visit_id !== null };
}

async function visitorByPhone(
  db: Db,
  actor: DeviceActor,
  typed: string,
  count: () => Promise<void> = () => Promise.resolve(),
): Promise<VisitorRow | undefined> {
  const [companyId] = actor.companyIds;
  const phone = readPhone(typed, await countryAt(db, actor, companyId, null));
  await count();
  return findVisitorByPhone(db, actor, companyId, phone);
}
