import { sql } from 'kysely';
import { z } from 'zod';
import { program } from '../../platform/audit/audit.ts';
import { timeOfDatabase } from '../../platform/db/clock.ts';
import { type Db, type Reach, transaction } from '../../platform/db/database.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';
import type { ScheduledJob } from '../../platform/jobs/worker.ts';
import { publishInvitations } from '../visitor/visitor-changes.ts';
import { type GuestMessageDeps, notifyGuests } from './guest-message.ts';
import { lockMeeting } from './meeting.store.ts';

/** On the clock of the building. After a longer pause of the program there is no reminder, because it would come at night. */
const hours = { from: '16:00', until: '21:00' };

/** Guests invited later know the date anyway. */
const hoursAhead = 24;

/** Reminds guests on the day before each date. */
export async function remindGuests(
  { acrossCompanies, within }: Reach,
  deps: GuestMessageDeps,
  now: Date,
): Promise<void> {
  for (const date of await listDatesOfTomorrow(acrossCompanies, now)) {
    await transaction(within([date.company_id]), async (db) => {
      const { company_id: companyId, tenant_id: tenantId, id } = date;
      // A change of the meeting waits, so that the reminder has the newest time.
      await lockMeeting(db, companyId, date.meeting_id);
      const guestIds = await noteReminders(db, date, now);
      if (guestIds.length === 0) return;
      const sender = { ...program, companyIds: [companyId], partnerId: null, tenantId: null };
      await notifyGuests(db, deps, sender, { kind: 'invitationReminder', companyId, invitationIds: [id], guestIds });
      await publishInvitations(db, { companyId, tenantId }, [id]);
    });
  }
}

const DateOfTomorrow = z.strictObject({ id: int, company_id: int, tenant_id: int, meeting_id: int });
type DateOfTomorrow = z.infer<typeof DateOfTomorrow>;

const isUnreminded = sql`(ig.reminded_at is null and ig.declined_at is null and ig.arrived_at is null
  and ig.created_at <= i.starts_at - make_interval(hours => ${sql.lit(hoursAhead)}))`;

/** The range of starts lets PostgreSQL use the index. */
async function listDatesOfTomorrow(db: Db, now: Date): Promise<DateOfTomorrow[]> {
  const { rows } = await typedSql(DateOfTomorrow)`
    select i.id, i.company_id, i.tenant_id, i.meeting_id
    from company c
    cross join lateral (select ${now}::timestamptz at time zone c.time_zone as now) as local
    join invitation i on i.company_id = c.id
      and i.starts_at > ${now}::timestamptz and i.starts_at < ${now}::timestamptz + interval '34 hours'
    join tenant_settings_in_force s on s.company_id = i.company_id and s.for_tenant_id = i.tenant_id and s.enable_invitation_reminder
    where c.deleted_at is null and i.canceled_at is null
      and local.now::time >= ${hours.from}::time and local.now::time < ${hours.until}::time
      and (i.starts_at at time zone c.time_zone)::date = local.now::date + 1
      and exists (
        select from invitation_guest ig where ig.company_id = i.company_id and ig.invitation_id = i.id and ${isUnreminded})
    order by i.company_id, i.starts_at, i.id`.execute(db);
  return rows;
}

/** Returns the guests. A date that moved since stays for its new day. */
async function noteReminders(db: Db, { id, company_id: companyId }: DateOfTomorrow, now: Date): Promise<number[]> {
  const { rows } = await typedSql({ guest_id: int })`
    update invitation_guest ig set reminded_at = ${now}
    from invitation i join company c on c.id = i.company_id
    where ig.company_id = ${companyId} and ig.invitation_id = ${id} and i.company_id = ig.company_id and i.id = ig.invitation_id
      and i.canceled_at is null and ${isUnreminded}
      and (i.starts_at at time zone c.time_zone)::date = (${now}::timestamptz at time zone c.time_zone)::date + 1
    returning ig.guest_id`.execute(db);
  return rows.map(({ guest_id: guestId }) => guestId);
}

export function remindGuestsJob(deps: GuestMessageDeps): ScheduledJob {
  return {
    name: 'remind-guests',
    cron: '*/5 * * * *',
    run: async (reach) => remindGuests(reach, deps, await timeOfDatabase(reach.acrossCompanies)),
  };
}
