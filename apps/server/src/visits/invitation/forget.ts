import { sql } from 'kysely';
import { auditEach, program } from '../../platform/audit/audit.ts';
import { type Db, type Reach, transaction } from '../../platform/db/database.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';
import type { ScheduledJob } from '../../platform/jobs/worker.ts';
import { type TrustedClock, trustedClock } from '../retention/job.ts';
import { forgetDatesOfGuests } from '../visitor/guest-of-visit.ts';
import { eraseForgotten } from '../visitor/removal.ts';
import { publishInvitations, publishVisitors } from '../visitor/visitor-changes.ts';
import { lockVisitors, refreshExpectations } from './expectation.ts';
import { forgetTitles } from './guest.store.ts';
import { type GuestMessageDeps, notifyGuests } from './guest-message.ts';
import { cancelDates, noteChangeOf } from './meeting.store.ts';

interface EmployeesOfTenant {
  companyId: number;
  tenantId: number;
  employeeIds: readonly number[];
}

/**
 * Open invitations of employees who leave become those of the stand-in in force, otherwise of the tenant. Reception gets a live event, and they need attention until it
 * chooses a host.
 * A stand-in who leaves too receives none.
 */
export async function releaseInvitations(
  db: Db,
  { companyId, tenantId, employeeIds }: EmployeesOfTenant,
): Promise<void> {
  const leaving = sql`${[...employeeIds]}::int[]`;
  const { rows } = await typedSql({ id: int })`
    update invitation i set host_left_at = now(), employee_id = (
      select s.id from stand_in_in_force(i.company_id, i.employee_id) as s (id) where s.id <> all(${leaving})
    )
    where company_id = ${companyId} and tenant_id = ${tenantId} and employee_id = any(${leaving})
      and ends_at > now() and canceled_at is null
    returning id`.execute(db);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await auditEach(db, program, { action: 'invitation.hostLeft', companyId, subject: 'invitation' }, ids);
  await publishInvitations(db, { companyId, tenantId }, ids);
  await refreshExpectations(db, companyId, await listExpected(db, companyId, ids));
}

/** They are locked, because a host of the tenant expected them. */
async function listExpected(db: Db, companyId: number, invitationIds: readonly number[]): Promise<number[]> {
  const { rows } = await typedSql({ id: int })`
    select id from visitor
    where company_id = ${companyId} and expected_invitation_id = any(${[...invitationIds]}::int[]) order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Notifies the guests of a tenant that is deleted. The visitors of the tenant are locked. */
export async function cancelOfTenant(
  db: Db,
  deps: GuestMessageDeps,
  { companyId, tenantId }: { companyId: number; tenantId: number },
): Promise<void> {
  const { rows } = await typedSql({ id: int })`
    select id from invitation
    where company_id = ${companyId} and tenant_id = ${tenantId} and ends_at > now() and canceled_at is null`.execute(
    db,
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await cancelDates(db, companyId, ids, 'staff');
  await noteChangeOf(db, companyId, ids);
  const sender = { ...program, companyIds: [companyId], partnerId: null, tenantId: null };
  await notifyGuests(db, deps, sender, { kind: 'invitationCanceled', companyId, invitationIds: ids, isLast: true });
  await publishInvitations(db, { companyId, tenantId }, ids);
}

const batchSize = 500;

/**
 * Deletes guests who did not come: 24 hours after the end if the tenant keeps visits no longer, otherwise when it deletes visits, at most 30
 * days after the end. Guests who came are deleted with their visit. Invitations without guests follow. Returns the number of guests.
 */
export async function forgetGuests({ acrossCompanies, within }: Reach, now: Date): Promise<number> {
  for (let removed = 0; ;) {
    const due = await listDue(acrossCompanies, now);
    for (const [companyId, guests] of Map.groupBy(due, ({ company_id: id }) => id)) {
      await forgetSome(
        within([companyId]),
        companyId,
        guests.map(({ id }) => id),
      );
    }
    removed += due.length;
    if (due.length < batchSize) {
      await forgetEmptyMeetings(acrossCompanies, now);
      return removed;
    }
  }
}

async function listDue(db: Db, now: Date): Promise<{ company_id: number; id: number }[]> {
  const { rows } = await typedSql({ company_id: int, id: int })`
    select i.company_id, ig.id
    from invitation i
    join company c on c.id = i.company_id and c.deleted_at is null
    join tenant_settings_in_force s on s.company_id = i.company_id and s.for_tenant_id = i.tenant_id and s.enable_gdpr
    join invitation_guest ig on ig.company_id = i.company_id and ig.invitation_id = i.id
    join guest g on g.company_id = ig.company_id and g.id = ig.guest_id
    where ${isOver(now)} and ${isDue(now)}
      and not exists (select from visit o where o.company_id = i.company_id and o.invitation_id = i.id and o.visitor_id = g.visitor_id)
    order by i.company_id, ig.id limit ${batchSize}`.execute(db);
  return rows;
}

/** The two conditions have an index each. */
const isOver = (now: Date) => sql`
  (i.ends_at <= ${now}::timestamptz - interval '24 hours' or i.canceled_at <= ${now}::timestamptz - interval '24 hours')`;

const isDue = (now: Date) => sql`
  least(
    greatest(kept_until(least(i.canceled_at, i.ends_at), s.gdpr_handling, c.time_zone), least(i.canceled_at, i.ends_at) + interval '24 hours'),
    least(i.canceled_at, i.ends_at) + interval '30 days'
  ) <= ${now}::timestamptz`;

async function forgetSome(db: Db, companyId: number, ids: readonly number[]): Promise<void> {
  await transaction(db, async (db) => {
    const { rows } = await typedSql({ visitor_id: int.nullable(), invitation_id: int })`
      select g.visitor_id, ig.invitation_id from invitation_guest ig join guest g on g.company_id = ig.company_id and g.id = ig.guest_id
      where ig.company_id = ${companyId} and ig.id = any(${[...ids]}::int[])`.execute(db);
    const visitorIds = [...new Set(rows.flatMap(({ visitor_id: id }) => id ?? []))];
    await lockVisitors(db, companyId, visitorIds);
    await forgetDatesOfGuests(db, companyId, sql`select unnest(${[...ids]}::int[])`);
    await forgetTitles(
      db,
      companyId,
      rows.map(({ invitation_id: id }) => id),
    );
    await refreshExpectations(db, companyId, visitorIds);
    const gone: number[] = [];
    for (const id of visitorIds) if (await eraseForgotten(db, { id, company_id: companyId })) gone.push(id);
    if (gone.length > 0) await publishVisitors(db, 'visitors_removed', companyId, gone, []);
  });
}

async function forgetEmptyMeetings(db: Db, now: Date): Promise<void> {
  await sql`
    with gone as (
      delete from invitation i
      where ${isOver(now)}
        and not exists (select from invitation_guest ig where ig.company_id = i.company_id and ig.invitation_id = i.id)
      returning i.id, i.company_id, i.meeting_id
    )
    delete from meeting m
    where (m.company_id, m.id) in (select company_id, meeting_id from gone) and not exists (
      select from invitation i
      where i.company_id = m.company_id and i.meeting_id = m.id and i.id not in (select id from gone)
    )`.execute(db);
}

/** Removes nothing while the clock is in doubt. */
export function forgetGuestsJob(clock: TrustedClock = trustedClock()): ScheduledJob {
  return {
    name: 'forget-guests',
    cron: '*/15 * * * *',
    run: async (reach) => {
      const now = await clock.now(reach.acrossCompanies);
      if (now) await forgetGuests(reach, now);
    },
  };
}
