import type { Agent } from '@vestibule/contract/platform/access.ts';
import type { Conflict } from '@vestibule/contract/platform/conflict.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { inScope, inTenantScope } from '../../accounts/scope/scope.ts';
import { countryOfTenant } from '../../building/settings/settings.ts';
import { auditEach } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { bool, int, text, typedSql } from '../../platform/db/typed-sql.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import type { SmsRules } from '../../platform/integrations/sms/limits.ts';
import { readPhone } from '../../platform/values/phone.ts';
import { type BadgeDeps, printBadges } from '../badge/badge.ts';
import { announceArrivals } from '../notification/announce.ts';
import { hasDayBegun } from '../visitor/attention.sql.ts';
import { expectedAs } from '../visitor/expectation.sql.ts';
import { notesArrival } from '../visitor/guest-of-visit.ts';
import { mayRememberGuest, mergeCheckIn } from '../visitor/remembered.sql.ts';
import { publishAttendance, publishInvitations, publishVisitorsByTenant } from '../visitor/visitor-changes.ts';
import { visitorsVisibleTo } from '../visitor/visibility.ts';
import { lockVisitors, saveVisitors } from './expectation.ts';

const everyBadge = { shouldPrintMainBadge: true, shouldPrintParkingBadge: true };

const ArrivingGuest = z.strictObject({
  id: int,
  guest_id: int,
  invitation_id: int,
  company_id: int,
  tenant_id: int,
  visitor_id: int.nullable(),
  name: text,
  company_name: text.nullable(),
  email: text.nullable(),
  phone: text.nullable(),
  should_save_data: bool.nullable(),
  is_today: bool,
  is_inside: bool,
});
type ArrivingGuest = z.infer<typeof ArrivingGuest>;

async function findGuests(db: Db, actor: Agent, ids: readonly number[]): Promise<ArrivingGuest[]> {
  const { rows } = await typedSql(ArrivingGuest)`
    select ig.id, g.id as guest_id, i.id as invitation_id, i.company_id, i.tenant_id, g.visitor_id, g.name, g.company_name, g.email, g.phone,
      g.should_save_data, i.canceled_at is null and ${hasDayBegun} and i.ends_at >= day.starts_at as is_today,
      exists (select from visit o where o.company_id = g.company_id and o.visitor_id = g.visitor_id and o.checked_out_at is null) as is_inside
    from invitation_guest ig
    join invitation i on i.company_id = ig.company_id and i.id = ig.invitation_id
    join guest g on g.company_id = ig.company_id and g.id = ig.guest_id
    cross join building_day(i.company_id) day
    where ig.id = any(${[...ids]}::int[]) and ${inScope(actor, 'i.company_id')} and ${inTenantScope(actor, 'i.tenant_id')}`.execute(
    db,
  );
  return rows;
}

/**
 * Checks in guests of today in one transaction. Guests without a phone, inside, or of another day are conflicts.
 * @throws {Refusal} `notFound` for guests outside the scope or of several companies
 */
export async function checkInGuests(
  db: Db,
  deps: BadgeDeps & { smsRules: SmsRules },
  actor: Agent,
  ids: readonly number[],
): Promise<{ visitors: Visitor[]; conflicts: Conflict[]; html: string | null }> {
  return transaction(db, async (db) => {
    const asked = [...new Set(ids)];
    const companyId = companyOf(await findGuests(db, actor, asked), asked);
    await holdVisitors(db, companyId, await findGuests(db, actor, asked));
    // One that waited for a check-in of the same guest sees it now.
    const byId = new Map((await findGuests(db, actor, asked)).map((guest) => [guest.id, guest]));
    const guests = asked.map((id) => orNotFound(byId.get(id)));
    const { arriving, conflicts } = sortOut(guests);
    const visits = await openVisits(db, actor, companyId, arriving);
    const visitorIds = visits.map(({ visitor_id: id }) => id);
    const visitIds = visits.map(({ id }) => id);
    await auditEach(db, actor, { action: 'visit.checkedIn', companyId, subject: 'visit' }, visitIds);
    await announceArrivals(db, companyId, visitIds, { sender: actor, rules: deps.smsRules });
    for (const [tenantId, ofTenant] of Map.groupBy(arriving, ({ tenant_id: id }) => id)) {
      const visitors = ofTenant.flatMap(({ visitor_id: id }) => id ?? []);
      await publishVisitorsByTenant(db, companyId, new Map([[tenantId, visitors]]));
      const invitations = [...new Set(ofTenant.map(({ invitation_id: id }) => id))];
      await publishAttendance(db, { companyId, tenantId }, invitations);
    }
    const html = await printBadges(db, deps, actor, { companyId, visitorIds, wanted: everyBadge });
    return { visitors: await visitorsVisibleTo(db, actor, companyId, visitorIds), conflicts, html };
  });
}

function companyOf(found: readonly ArrivingGuest[], asked: readonly number[]): number {
  const [companyId, another] = new Set(found.map(({ company_id: id }) => id));
  if (found.length < asked.length || companyId === undefined || another !== undefined) throw new Refusal('notFound');
  return companyId;
}

/** Links guests who have a phone and no visitor: the desk deleted the visitor, or the phone was typed on the pass. */
async function holdVisitors(db: Db, companyId: number, guests: readonly ArrivingGuest[]): Promise<void> {
  const lost = guests.flatMap(({ visitor_id: id, phone, name, company_name: companyName, is_today: isToday }) =>
    id === null && phone !== null && isToday ? [{ phone, name, companyName }] : [],
  );
  await saveVisitors(
    db,
    companyId,
    lost,
    guests.flatMap(({ visitor_id: id }) => id ?? []),
  );
  if (lost.length > 0) {
    const ids = guests.map(({ guest_id: id }) => id);
    await sql`
      update guest g set visitor_id = v.id, is_phone_taken = false from visitor v
      where g.company_id = ${companyId} and g.id = any(${ids}::int[]) and g.visitor_id is null and v.company_id = g.company_id and v.phone = g.phone
        and not exists (
          select from guest other where other.company_id = g.company_id and other.meeting_id = g.meeting_id
            and (other.visitor_id = v.id or (other.phone = g.phone and other.id < g.id and other.id = any(${ids}::int[])))
        )`.execute(db);
  }
  await lockVisitors(
    db,
    companyId,
    (await listVisitorIds(db, companyId, guests)).flatMap(({ visitor_id: id }) => id ?? []),
  );
}

async function listVisitorIds(
  db: Db,
  companyId: number,
  guests: readonly ArrivingGuest[],
): Promise<{ visitor_id: number | null }[]> {
  const ids = guests.map(({ guest_id: id }) => id);
  return db
    .selectFrom('guest')
    .select('visitor_id')
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .execute();
}

function sortOut(guests: readonly ArrivingGuest[]): { arriving: ArrivingGuest[]; conflicts: Conflict[] } {
  const visitors = new Set<number>();
  const conflicts: Conflict[] = [];
  const arriving = guests.filter((guest) => {
    const reason = conflictOf(guest, visitors);
    const { name, phone, email, company_name: companyName } = guest;
    if (reason) conflicts.push({ name, phone, email, companyName, reason });
    return !reason;
  });
  return { arriving, conflicts };
}

/** A guest of two invitations that are checked in together comes for the first. */
function conflictOf(guest: ArrivingGuest, visitors: Set<number>): string | undefined {
  if (guest.phone === null || guest.visitor_id === null) return 'phoneRequired';
  if (guest.is_inside || visitors.has(guest.visitor_id)) return 'visitorIsAlreadyCheckedIn';
  if (!guest.is_today) return 'visitorIsNotExpected';
  visitors.add(guest.visitor_id);
  return undefined;
}

/**
 * The name given for the visit is shown if it differs from that of the visitor, see `visitor.current_name`. The choice on the pass is that of the
 * visit.
 */
async function openVisits(
  db: Db,
  actor: Agent,
  companyId: number,
  guests: readonly ArrivingGuest[],
): Promise<{ id: number; visitor_id: number }[]> {
  const { rows } = await typedSql({ id: int, visitor_id: int })`
    with arriving as (
      select g.visitor_id, i.id as invitation_id, i.tenant_id, i.employee_id, g.name, coalesce(g.company_name, '') as company_name,
        coalesce(g.should_save_data, false) as should_save_data, coalesce(p.created_visitor_id = g.visitor_id, false) as is_own
      from invitation_guest ig
      join invitation i on i.company_id = ig.company_id and i.id = ig.invitation_id
      join guest g on g.company_id = ig.company_id and g.id = ig.guest_id
      left join pass p on p.company_id = g.company_id and p.guest_id = g.id
      where ig.company_id = ${companyId} and ig.id = any(${guests.map(({ id }) => id)}::int[])
    ), saved as (
      update visitor v set ${mergeCheckIn({ takesOver: mayRememberGuest(actor), keepsChoice: true })}
      from arriving excluded where v.company_id = ${companyId} and v.id = excluded.visitor_id
      returning v.id, v.phone, v.should_save_data, v.storage_stopped_at
    ), opened as (
      insert into visit (company_id, visitor_id, name, company_name, phone, should_save_data, opt_out, tenant_id, employee_id, invitation_id)
      select ${companyId}::int, v.id, a.name, a.company_name, v.phone, a.should_save_data,
        opt_out_of_visit(a.should_save_data, true, true, v.should_save_data, v.storage_stopped_at is not null),
        a.tenant_id, a.employee_id, a.invitation_id
      from arriving a join saved v on v.id = a.visitor_id order by v.id
      returning id, company_id, visitor_id, invitation_id, checked_in_at
    )
    select o.id, o.visitor_id from opened o where ${notesArrival} order by o.visitor_id`.execute(db);
  return rows;
}

interface PhoneOfGuest {
  invitedGuestId: number;
  tenantId: number;
  phone: string;
}

/**
 * Makes a guest of today the visitor with the phone given at the desk, and expected. Returns the invitation, and the choice on the pass to be
 * remembered: null if the guest made none.
 * @throws {Refusal} `notFound` for a guest of another tenant; `visitorIsNotExpected` for one of another day; `invalidPhone`
 */
export async function givePhone(
  db: Db,
  actor: Agent,
  { invitedGuestId, tenantId, phone: typed }: PhoneOfGuest,
): Promise<{ invitationId: number; choice: boolean | null }> {
  const [guest] = await findGuests(db, actor, [invitedGuestId]);
  if (guest?.tenant_id !== tenantId) throw new Refusal('notFound');
  if (!guest.is_today) throw new Refusal('visitorIsNotExpected');
  const { company_id: companyId, name, company_name: companyName } = guest;
  const phone = readPhone(typed, await countryOfTenant(db, companyId, tenantId));
  const visitors = await saveVisitors(db, companyId, [{ phone, name, companyName }]);
  const visitorId = orNotFound(visitors.get(phone));
  await refuseTakenPhone(db, guest, visitorId);
  await sql`
    update guest set phone = ${phone}, visitor_id = ${visitorId}, is_phone_unverified = false, is_phone_taken = false
    where company_id = ${companyId} and id = ${guest.guest_id}`.execute(db);
  const expectation = expectedAs({
    tenantId: sql`i.tenant_id`,
    at: sql`i.starts_at`,
    employeeId: sql`i.employee_id`,
    invitationId: sql`i.id`,
    name,
    companyName: companyName ?? '',
    shouldSaveData: sql`v.expected_should_save_data`,
  });
  await sql`
    update visitor v set ${expectation}
    from invitation i
    where v.company_id = ${companyId} and v.id = ${visitorId} and i.company_id = v.company_id and i.id = ${guest.invitation_id}
      and not exists (select from visit o where o.company_id = v.company_id and o.visitor_id = v.id and o.checked_out_at is null)`.execute(
    db,
  );
  await publishInvitations(db, { companyId, tenantId }, [guest.invitation_id]);
  return { invitationId: guest.invitation_id, choice: guest.should_save_data };
}

async function refuseTakenPhone(
  db: Db,
  { guest_id: guestId, company_id: companyId }: ArrivingGuest,
  visitorId: number,
): Promise<void> {
  const { rows } = await sql`
    select from guest g join guest other on other.company_id = g.company_id and other.meeting_id = g.meeting_id
    where g.company_id = ${companyId} and g.id = ${guestId} and other.id <> g.id and other.visitor_id = ${visitorId}`.execute(
    db,
  );
  if (rows.length > 0) throw new Refusal('validation', { fields: { phone: 'phoneListedTwice' } });
}
