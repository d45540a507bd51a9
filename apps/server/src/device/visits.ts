import type { DeviceActor } from '@vestibule/contract/access.ts';
import type { Parsed, Reply } from '@vestibule/contract/endpoint.ts';
import type { checkOutAtDevice, registerVisitAtDevice } from '@vestibule/contract/device.ts';
import { sql } from 'kysely';
import { printBadges } from '../badge/badge.ts';
import { bearerOf, wearerOf } from '../badge/scan.ts';
import { type Db, transaction } from '../db/database.ts';
import type { Vault } from '../db/sealed.ts';
import { countMisses } from '../http/limit.ts';
import { found, Refusal } from '../http/refusal.ts';
import { asksForConsent } from '../settings/settings.ts';
import { type ArrivalMeans, checkIn, checkOut } from '../visit/visit.ts';
import { findVisitorInScope } from '../visitor/visitor.ts';
import { misses, visitorByPhone } from './greeting.ts';
import { doOnce } from './nonce.ts';
import { happenedAt } from './occurred.ts';
import { refuseTooManyCheckIns } from './visit-rate.ts';

type NewVisit = Parsed<typeof registerVisitAtDevice, 'body'>;

/**
 * Checks somebody in once for a nonce, at the time when it happened. Sent again, it answers the same; the badge is there as long as the
 * visit lasts. Whoever shows the code of somebody expected is that visitor, by the phone that the desk knows.
 * @throws {Refusal} as `checkIn`; `consentRequired`; `visitNotFound` and `visitorIsNotExpected` for a code; `tooManyRequests`
 */
export async function registerVisit(
  db: Db,
  means: ArrivalMeans,
  actor: DeviceActor,
  { nonce, occurredAt, badgeCode, hasConsented, ...request }: NewVisit,
): Promise<Reply<typeof registerVisitAtDevice>> {
  const arrive = async (db: Db) => {
    await refuseTooManyCheckIns(db, actor);
    // Switched on while somebody answered the questions.
    if (hasConsented === false && (await asksForConsent(db, actor, request.tenantId)))
      throw new Refusal('consentRequired');
    const phone = badgeCode === undefined ? request.phone : await phoneOfExpected(db, means.vault, actor, badgeCode);
    const { visitor } = await checkIn(db, means, actor, {
      ...request,
      phone: phone ?? '',
      shouldPrintMainBadge: false,
      shouldPrintParkingBadge: false,
      at: happenedAt(occurredAt),
    });
    const visitId = found(visitor.currentVisitRecordId);
    return { visitorId: visitor.id, visitId, notified: await meansOfTelling(db, visitId) };
  };
  const once = () => doOnce(db, actor, { act: 'check_in', nonce }, arrive);
  const outcome = await (badgeCode === undefined
    ? once()
    : countMisses(db, missesOf(`codes at kiosk ${actor.userId}`), once));
  const [companyId] = actor.companyIds;
  const badgeHtml = await printBadges(db, means, actor, {
    companyId,
    visitorIds: [outcome.visitorId],
    wanted: request,
  });
  const notified = (['sms', 'email'] as const).filter((channel) => outcome.notified.includes(channel));
  return { visitId: found(outcome.visitId), badgeHtml, notified };
}

async function phoneOfExpected(db: Db, vault: Vault, actor: DeviceActor, code: string): Promise<string> {
  const bearer = await bearerOf(db, vault, actor.companyIds[0], code);
  const visitor = bearer && (await findVisitorInScope(db, actor, bearer.id));
  if (!visitor) throw new Refusal('visitNotFound');
  if (visitor.visit_id !== null) throw new Refusal('visitorIsAlreadyCheckedIn');
  if (visitor.preregistered_tenant_id === null) throw new Refusal('visitorIsNotExpected');
  return visitor.phone;
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
 * Checks out whoever has the phone or wears the badge, once for a nonce where there is one. Sent again after the visitor was forgotten,
 * it answers no name. @throws {Refusal} `visitNotFound`; `visitorIsNotCheckedIn`; `invalidPhone`; `tooManyRequests`
 */
export async function checkOutVisitor(
  db: Db,
  vault: Vault,
  actor: DeviceActor,
  { nonce, occurredAt, phone, badgeCode }: Parsed<typeof checkOutAtDevice, 'body'>,
): Promise<Reply<typeof checkOutAtDevice>> {
  let visitorName: string | undefined;
  const leave = async (db: Db) => {
    const visitor =
      badgeCode === undefined
        ? await visitorByPhone(db, actor, phone ?? '')
        : await wearerOf(db, vault, actor.companyIds[0], badgeCode);
    if (!visitor) throw new Refusal('visitNotFound');
    const { id, name, visit_id: visitId } = visitor;
    if (visitId === null) throw new Refusal('visitorIsNotCheckedIn');
    visitorName = name;
    const at = occurredAt === undefined ? undefined : happenedAt(occurredAt);
    await checkOut(db, actor, id, { visitId, at });
    return { visitorId: id, visitId: null, notified: [] };
  };
  return countMisses(db, missesOf(`check-outs at kiosk ${actor.userId}`), async () => {
    const outcome =
      nonce === undefined ? await transaction(db, leave) : await doOnce(db, actor, { act: 'check_out', nonce }, leave);
    visitorName ??= (await findVisitorInScope(db, actor, outcome.visitorId))?.name ?? '';
    return { visitorName };
  });
}

/** Tries at one kiosk for nobody, or for somebody who is not there. */
const missesOf = (subject: string) => ({
  subject,
  limit: misses,
  isMiss: ({ status }: Refusal) => status === 404 || status === 409,
});
