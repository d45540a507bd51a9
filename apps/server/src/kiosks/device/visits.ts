import type { DeviceActor } from '@vestibule/contract/platform/access.ts';
import type { Parsed, Reply } from '@vestibule/contract/platform/endpoint.ts';
import type { checkOutAtDevice, registerVisitAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import { sql } from 'kysely';
import { printBadges, wearerOf } from '../../visits/badge/badge.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { countMisses } from '../../platform/http/limit.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import { asksForConsent } from '../../building/settings/settings.ts';
import { type ArrivalMeans, checkIn, checkOut } from '../../visits/visit/visit.ts';
import { findVisitorInScope } from '../../visits/visitor/visitor.ts';
import { completeArrival, usesMemory } from './arrival.ts';
import { firstNameOf } from './first-name.ts';
import { misses, visitorByPhone } from './greeting.ts';
import { doOnce } from './nonce.ts';
import { happenedAt } from './occurred.ts';
import { refuseTooManyCheckIns } from './visit-rate.ts';

type NewVisit = Parsed<typeof registerVisitAtDevice, 'body'>;

/**
 * Checks in a visitor once for a nonce, at the time when it happened. A repeat answers the same; the badge is there as long as the
 * visit lasts.
 * @throws {Refusal} as `checkIn` and `completeArrival`; `consentRequired`; `tooManyRequests`
 */
export async function registerVisit(
  db: Db,
  means: ArrivalMeans,
  actor: DeviceActor,
  request: NewVisit,
): Promise<Reply<typeof registerVisitAtDevice>> {
  const { nonce, occurredAt, hasConsented, badgeCode } = request;
  const arrive = async (db: Db) => {
    await refuseTooManyCheckIns(db, actor);
    const arrival = await completeArrival(db, means.vault, actor, request);
    // The tenant can turn consent on while the visitor answers the questions.
    if (hasConsented === false && (await asksForConsent(db, actor, arrival.tenantId)))
      throw new Refusal('consentRequired');
    const { visitor } = await checkIn(db, means, actor, {
      ...arrival,
      shouldPrintMainBadge: false,
      shouldPrintParkingBadge: false,
      at: happenedAt(occurredAt),
    });
    const visitId = found(visitor.currentVisitRecordId);
    const isDisclosed = badgeCode !== undefined || !usesMemory(request);
    return { visitorId: visitor.id, visitId, notified: await meansOfTelling(db, visitId), isDisclosed };
  };
  const once = () => doOnce(db, actor, { act: 'check_in', nonce }, arrive);
  const { visitorId, visitId, notified, isDisclosed } = await countGuesses(db, actor, request, once);
  return {
    visitId: found(visitId),
    badgeHtml: isDisclosed ? await printBadgesOf(db, means, actor, { visitorId, visitId, wanted: request }) : null,
    notified: (['sms', 'email'] as const).filter((channel) => notified.includes(channel)),
  };
}

/** Limits requests that guess a code, or a phone that the company remembers. */
function countGuesses<Result>(db: Db, actor: DeviceActor, request: NewVisit, work: () => Promise<Result>) {
  if (request.badgeCode !== undefined) return countMisses(db, missesOf(`codes at kiosk ${actor.userId}`), work);
  if (usesMemory(request)) return countMisses(db, missesOf(`phones at kiosk ${actor.userId}`), work);
  return work();
}

/** The badges of this visit, while it is open. */
async function printBadgesOf(
  db: Db,
  means: ArrivalMeans,
  actor: DeviceActor,
  { visitorId, visitId, wanted }: { visitorId: number; visitId: number | null; wanted: NewVisit },
): Promise<string | null> {
  if (!wanted.shouldPrintMainBadge && !wanted.shouldPrintParkingBadge) return null;
  const visitor = await findVisitorInScope(db, actor, visitorId);
  if (!visitor || visitor.visit_id !== visitId) return null;
  const [companyId] = actor.companyIds;
  return printBadges(db, means, actor, { companyId, visitorIds: [visitorId], wanted });
}

/** By which means the host of a visit is told; none of those that are known to have no provider. */
async function meansOfTelling(db: Db, visitId: number): Promise<string[]> {
  const { rows } = await sql<{ channel: string }>`
    select distinct channel from message where visit_id = ${visitId} and kind = 'arrival' and state not in ('notSent', 'held')`.execute(
    db,
  );
  return rows.map(({ channel }) => channel);
}

/**
 * Checks out the visitor with the phone or the code, once for a nonce where the request has one. A repeat after retention removed the
 * visit answers an empty name.
 * @throws {Refusal} `visitNotFound`; `visitorIsNotCheckedIn`; `invalidPhone`; `tooManyRequests`
 */
export async function checkOutVisitor(
  db: Db,
  vault: Vault,
  actor: DeviceActor,
  { nonce, occurredAt, phone, badgeCode, checkedInSince }: Parsed<typeof checkOutAtDevice, 'body'>,
): Promise<Reply<typeof checkOutAtDevice>> {
  let fullName: string | undefined;
  const leave = async (db: Db) => {
    const visitor =
      badgeCode === undefined
        ? await visitorByPhone(db, actor, phone ?? '')
        : await wearerOf(db, vault, actor.companyIds[0], badgeCode);
    if (!visitor) throw new Refusal('visitNotFound');
    const { id, visit_id: visitId } = visitor;
    if (visitId === null) throw new Refusal('visitorIsNotCheckedIn');
    fullName = await findNameOfVisit(db, actor, visitId);
    await checkOut(db, actor, id, {
      visitId,
      at: occurredAt === undefined ? undefined : happenedAt(occurredAt),
      checkedInAt: checkedInSince === undefined ? undefined : new Date(checkedInSince),
    });
    return { visitorId: id, visitId, notified: [], isDisclosed: badgeCode !== undefined };
  };
  return countMisses(db, missesOf(`check-outs at kiosk ${actor.userId}`), async () => {
    const { visitId, isDisclosed } =
      nonce === undefined ? await transaction(db, leave) : await doOnce(db, actor, { act: 'check_out', nonce }, leave);
    const name = fullName ?? (visitId === null ? undefined : await findNameOfVisit(db, actor, visitId)) ?? '';
    return { visitorName: isDisclosed ? name : firstNameOf(name) };
  });
}

/** The name that the visitor gave for a visit; undefined once retention has removed it. */
async function findNameOfVisit(db: Db, actor: DeviceActor, visitId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('visit')
    .select('name')
    .where('id', '=', visitId)
    .where('company_id', 'in', actor.companyIds)
    .executeTakeFirst();
  return row?.name;
}

/** A miss is a request for a visitor who does not exist, or is not there. */
const missesOf = (subject: string) => ({
  subject,
  limit: misses,
  isMiss: ({ status }: Refusal) => status === 400 || status === 404 || status === 409,
});
