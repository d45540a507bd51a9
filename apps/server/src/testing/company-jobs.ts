import { sql } from 'kysely';
import { removeCompanies } from '../operation/clean-up/remove-companies.ts';
import type { Db } from '../platform/db/database.ts';
import { expectGuests } from '../visits/invitation/expectation.ts';
import { forgetGuests } from '../visits/invitation/forget.ts';
import { sendHeldGuestMessages } from '../visits/invitation/guest-limit.ts';
import { remindGuests } from '../visits/invitation/reminder.ts';
import { takeSteps } from '../visits/notification/escalation.ts';
import { purgeVisits } from '../visits/retention/retention.ts';
import { checkOutForgotten } from '../visits/visit/auto-check-out.ts';
import { askStillHere } from '../visits/visit/still-here.ts';
import { visitorsOnChannel } from '../visits/visitor/visibility.ts';
import { type Building, seedVisit, seedVisitor, type Site } from './building.ts';
import { hourMs, seedInvitation } from './invitations.ts';
import { announcingAs } from './messaging.ts';
import { testVault } from './server.ts';

const days = (count: number) => new Date(Date.now() + count * 24 * hourMs);
const soon = () => Promise.resolve();

interface Seeded {
  visitorId: number;
  visitId: number;
  invitationId: number;
}

/** A visitor inside, a past visit, a meeting of now with a guest and a pass, and a message. */
export async function seedWork(db: Db, site: Site, name: string): Promise<Seeded> {
  const { company, tenant, employee: host } = site;
  const { id: visitorId } = await seedVisitor(db, site, { name });
  const times = { checkedInAt: days(-40), checkedOutAt: days(-40) };
  await seedVisit(db, { id: visitorId }, { tenant, host, ...times });
  const visitId = await seedVisit(db, { id: visitorId }, { tenant, host, checkedInAt: days(-1) });
  await sql`update visit set asked_at = now() where id = ${visitId}`.execute(db);
  await sql`insert into escalation (visit_id, company_id) values (${visitId}, ${company.id})`.execute(db);
  const { id: invitationId } = await seedInvitation(db, { ...site, host });
  await sql`update guest set name = ${name}, visitor_id = ${visitorId} where company_id = ${company.id}`.execute(db);
  await sql`
    insert into message (company_id, visitor_id, visit_id, kind, channel, recipient, language, expires_at, state, problem)
    values (${company.id}, ${visitorId}, ${visitId}, 'arrival', 'email', ${`${name}@test.example`}, 'en', now() + interval '1 hour', 'failed', 'refused')`.execute(
    db,
  );
  return { visitorId, visitId, invitationId };
}

export interface Job {
  what: string;
  /** Makes work due in the own company only. */
  prepare?: (site: Building, own: Seeded) => Promise<unknown>;
  work: (site: Building, own: Seeded) => Promise<unknown>;
  /** Its statements and functions take rows by the company's key, so they reach no other company without policies either. */
  isSafeAlone?: boolean;
}

const settings = (assignments: string) => (site: Building) =>
  sql`update tenant_settings set ${sql.raw(assignments)} where company_id = ${site.company.id}`.execute(site.db);

/** Work that no call starts. */
export const jobs: Job[] = [
  {
    what: 'retention of visits',
    prepare: settings(`enable_gdpr = true, gdpr_handling = 'deletedAfter1month'`),
    work: ({ reach }) => purgeVisits(reach, new Date(), soon),
    isSafeAlone: true,
  },
  {
    what: 'escalation',
    prepare: async (site, { visitId }) => {
      await settings('answer_within_seconds = 60, enable_email_to_employee = true')(site);
      await sql`update visit set checked_in_at = now() where id = ${visitId}`.execute(site.db);
      await sql`update escalation set due_at = now() where visit_id = ${visitId}`.execute(site.db);
    },
    work: (site) => takeSteps(site.reach, { unserved: new Set(), smsRules: announcingAs(site).rules }),
    isSafeAlone: true,
  },
  {
    what: 'expectations of guests',
    prepare: async ({ db, company, elsewhere }) => {
      const both = [company.id, elsewhere.company.id];
      await sql`update visit set checked_out_at = now() where checked_out_at is null and company_id = any(${both}::int[])`.execute(
        db,
      );
      await sql`
        update visitor v set preregistered_tenant_id = i.tenant_id, expected_invitation_id = i.id, expected_at = i.starts_at
        from invitation i where i.company_id = v.company_id and v.company_id = ${elsewhere.company.id}`.execute(db);
    },
    work: ({ reach }) => expectGuests(reach),
  },
  {
    what: 'retention of guests',
    prepare: async (site, { invitationId }) => {
      await settings(`enable_gdpr = true, gdpr_handling = 'noInfoSaved'`)(site);
      const past = sql`starts_at = now() - interval '40 days', ends_at = now() - interval '39 days'`;
      await sql`update invitation set ${past} where id = ${invitationId}`.execute(site.db);
    },
    work: ({ reach }) => forgetGuests(reach, new Date()),
    isSafeAlone: true,
  },
  {
    what: 'held messages to guests',
    prepare: ({ db, company }) =>
      sql`
        insert into message (company_id, guest_id, kind, channel, recipient, language, content, expires_at, state, problem, limit_subject,
          next_attempt_at)
        select company_id, id, 'invitationReminder', 'sms', '+4799999999', 'en', '\\x00', now() + interval '1 hour', 'held', 'hostLimit',
          'guests of company:' || company_id, now()
        from guest where company_id = ${company.id}`.execute(db),
    work: (site) => sendHeldGuestMessages(announcingAs(site).rules).run(site.reach),
  },
  {
    what: 'reminders of guests',
    prepare: async (site) => {
      await settings('enable_invitation_reminder = true')(site);
      const moved = sql`starts_at = date_trunc('day', now()) + interval '3 days 10 hours', ends_at = date_trunc('day', now()) + interval '3 days 11 hours'`;
      const both = [site.company.id, site.elsewhere.company.id];
      await sql`update invitation set ${moved} where company_id = any(${both}::int[])`.execute(site.db);
    },
    work: (site) => {
      const deps = { vault: testVault, smsRules: announcingAs(site).rules, origin: 'https://desk.example.com' };
      const dayBefore = new Date(`${days(2).toISOString().slice(0, 10)}T16:30:00Z`);
      return remindGuests(site.reach, deps, dayBefore);
    },
  },
  {
    what: 'automatic check-out',
    prepare: ({ db, company }) =>
      sql`update company set auto_check_out_at = '00:00' where id = ${company.id}`.execute(db),
    work: ({ reach }) => checkOutForgotten(reach, days(1)),
  },
  {
    what: 'questions of still here',
    prepare: async (site) => {
      await settings('enable_still_here = true')(site);
      await sql`update company set auto_check_out_at = '00:00' where id = ${site.company.id}`.execute(site.db);
    },
    work: (site) => askStillHere(site.reach, announcingAs(site).rules, days(1)),
  },
  {
    what: 'live events',
    work: ({ reach, company }, { visitorId }) =>
      visitorsOnChannel(reach.within([company.id]), `managers:${company.id}`, [[visitorId]]),
  },
  {
    what: 'removal of companies',
    prepare: ({ db, company }) => sql`update company set deleted_at = now() where id = ${company.id}`.execute(db),
    work: ({ reach }) => removeCompanies.run(reach),
  },
];
