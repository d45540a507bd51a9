import {
  type checkOutAtDevice,
  getHostStateAtDevice,
  type registerVisitAtDevice,
} from '@vestibule/contract/kiosks/device-visit.ts';
import type { DeviceActor } from '@vestibule/contract/platform/access.ts';
import type { Parsed, Reply } from '@vestibule/contract/platform/endpoint.ts';
import { sql } from 'kysely';
import { asksForConsent } from '../../building/settings/settings.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { int, text, typedSql } from '../../platform/db/typed-sql.ts';
import { countMisses } from '../../platform/http/limit.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import { printBadges, findVisitorByBadge } from '../../visits/badge/badge.ts';
import { checkIn, type CheckInDeps, checkOut } from '../../visits/visit/visit.ts';
import { answerOfVisit, StoredAnswer, toAnswer } from '../../visits/visitor/visitor.rows.ts';
import { joinHostState } from '../../visits/visitor/attention.sql.ts';
import { findVisitorInScope } from '../../visits/visitor/visitor.ts';
import { completeCheckIn, happenedAt, usesMemory, type KioskCheckIn } from './check-in.ts';
import { firstNameOf } from './first-name.ts';
import { completeByPass, countPassGuesses, countPhonesOfPass, visitorByPass } from './guest-pass.ts';
import { misses, visitorByPhone } from './greeting.ts';
import { doOnce } from './nonce.ts';

/** Repeats get the same answer, with the badge while the visit lasts. */
export async function registerVisit(
  db: Db,
  deps: CheckInDeps,
  actor: DeviceActor,
  request: KioskCheckIn & { network: string },
): Promise<Reply<typeof registerVisitAtDevice>> {
  const { nonce, hasConsented, badgeCode, pass } = request;
  const start = async (db: Db) => {
    await refuseTooManyCheckIns(db, actor);
    const { checkIn: visit, context } =
      pass === undefined
        ? await completeCheckIn(db, deps.vault, actor, request)
        : await completeByPass(db, deps.vault, actor, { ...request, pass });
    // The tenant can turn consent on during the questions.
    if (hasConsented === false && (await asksForConsent(db, actor, visit.tenantId)))
      throw new Refusal('consentRequired');
    const { visitor } = await checkIn(db, deps, actor, visit, context);
    const visitId = orNotFound(visitor.currentVisitRecordId);
    const isDisclosed = badgeCode !== undefined || pass !== undefined || !usesMemory(request);
    return { visitorId: visitor.id, visitId, notified: await channelsToHost(db, actor, visitId), isDisclosed };
  };
  const once = () => doOnce(db, actor, { act: 'check_in', nonce }, start);
  const { visitorId, visitId, notified, isDisclosed } = await countGuesses(db, actor, request, once);
  return {
    visitId: orNotFound(visitId),
    badgeHtml: isDisclosed ? await printBadgesOf(db, deps, actor, { visitorId, visitId, wanted: request }) : null,
    notified: (['sms', 'email'] as const).filter((channel) => notified.includes(channel)),
  };
}

function countGuesses<Result>(
  db: Db,
  actor: DeviceActor,
  request: KioskCheckIn & { network: string },
  work: () => Promise<Result>,
) {
  const { pass } = request;
  if (pass !== undefined) {
    return countPassGuesses(db, actor, request.network, () => countPhonesOfPass(db, actor, pass, work));
  }
  if (request.badgeCode !== undefined) return countMisses(db, missesOf(`codes at kiosk ${actor.userId}`), work);
  if (usesMemory(request)) return countMisses(db, missesOf(`phones at kiosk ${actor.userId}`), work);
  return work();
}

async function printBadgesOf(
  db: Db,
  deps: CheckInDeps,
  actor: DeviceActor,
  { visitorId, visitId, wanted }: { visitorId: number; visitId: number | null; wanted: KioskCheckIn },
): Promise<string | null> {
  if (!wanted.shouldPrintMainBadge && !wanted.shouldPrintParkingBadge) return null;
  const visitor = await findVisitorInScope(db, actor, visitorId);
  if (!visitor || visitor.visit_id !== visitId) return null;
  const [companyId] = actor.companyIds;
  return printBadges(db, deps, actor, { companyId, visitorIds: [visitorId], wanted });
}

/** Omits those that have no provider. */
async function channelsToHost(db: Db, { companyIds: [companyId] }: DeviceActor, visitId: number): Promise<string[]> {
  const { rows } = await typedSql({ channel: text })`
    select distinct channel from message
    where company_id = ${companyId} and visit_id = ${visitId} and kind = 'arrival' and state not in ('notSent', 'held')`.execute(
    db,
  );
  return rows.map(({ channel }) => channel);
}

const HostStateRow = getHostStateAtDevice.reply.extend({ answer: StoredAnswer.nullable() });

/** `showsMails`: hosts read the mails of the demo, which are not sent, and can answer. */
export async function readHostState(
  db: Db,
  { showsMails }: { showsMails: boolean },
  actor: DeviceActor,
  nonce: string,
): Promise<Reply<typeof getHostStateAtDevice>> {
  const { rows } = await typedSql(HostStateRow)`
    select case when o.answer_kind is null then coalesce(host.state, 'none') else 'answered' end as state, ${answerOfVisit} as answer, (
      select m.channel from message m where m.company_id = o.company_id and m.visit_id = o.id and m.kind = 'arrival' and o.answer_kind is null and case host.state
        when 'sent' then m.state in ('sent', 'delivered')
        when 'sending' then m.state in ('queued', 'sending')
        else host.state = 'notReached' end
      order by m.channel desc limit 1
    ) as channel,
      o.answer_kind is null and o.checked_out_at is null and (
        coalesce(host.state in ('sending', 'sent'), false)
        or exists (
          select from message m
          where m.company_id = o.company_id and m.visit_id = o.id and (
            m.kind = 'unanswered' and m.state in ('queued', 'sending', 'sent', 'delivered')
            or ${showsMails} and m.kind in ('arrival', 'unanswered') and m.channel = 'email' and m.problem = 'noProvider'
          )
        )
        or exists (select from next_escalation(o.company_id, o.id))
      ) as "isAwaited"
    from kiosk_nonce n join visit o on o.company_id = n.company_id and o.id = n.visit_id
    ${joinHostState}
    where n.company_id = ${actor.companyIds[0]} and n.kiosk_id = ${actor.userId} and n.act = 'check_in' and n.nonce = ${nonce}`.execute(
    db,
  );
  const { answer, ...told } = orNotFound(rows[0]);
  return { ...told, answer: answer && toAnswer(answer) };
}

export async function checkOutVisitor(
  db: Db,
  vault: Vault,
  actor: DeviceActor,
  { nonce, occurredAt, phone, badgeCode, pass, checkedInSince }: Parsed<typeof checkOutAtDevice, 'body'>,
): Promise<Reply<typeof checkOutAtDevice>> {
  let fullName: string | undefined;
  const leave = async (db: Db) => {
    const visitor =
      pass !== undefined
        ? await visitorByPass(db, vault, actor, pass)
        : badgeCode === undefined
          ? await visitorByPhone(db, actor, phone ?? '')
          : await findVisitorByBadge(db, vault, actor.companyIds[0], badgeCode);
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

async function findNameOfVisit(db: Db, actor: DeviceActor, visitId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('visit')
    .select('name')
    .where('company_id', '=', actor.companyIds[0])
    .where('id', '=', visitId)
    .executeTakeFirst();
  return row?.name;
}

const missesOf = (subject: string) => ({
  subject,
  limit: misses,
  isMiss: ({ status }: Refusal) => status === 400 || status === 404 || status === 409,
});

const maxCheckIns = 120;
const windowSeconds = 600;
/** An arbitrary constant: class of advisory locks that serialize counting. */
const checkInLock = 7_130_013;

/** Refuses more than 120 check-ins of a kiosk in 10 minutes. Repeats of a nonce do not count. */
async function refuseTooManyCheckIns(db: Db, { userId: kioskId, companyIds: [companyId] }: DeviceActor): Promise<void> {
  await sql`select pg_advisory_xact_lock(${checkInLock}::int, ${kioskId}::int)`.execute(db);
  // A new statement sees rows of the transaction that held the lock.
  const { rows } = await typedSql({ seconds_left: int })`
    select ceil(extract(epoch from created_at + make_interval(secs => ${windowSeconds}) - now()))::int as seconds_left
    from kiosk_nonce
    where company_id = ${companyId} and kiosk_id = ${kioskId} and act = 'check_in' and created_at > now() - make_interval(secs => ${windowSeconds})
    order by created_at desc offset ${maxCheckIns} limit 1`.execute(db);
  const [oldest] = rows;
  if (oldest) throw new Refusal('tooManyRequests', { secondsLeft: Math.max(1, oldest.seconds_left) });
}
