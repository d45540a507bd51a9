import { lookUpPhoneAtDevice, registerVisitAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import { listPassesAtDevice } from '@vestibule/contract/kiosks/device-pass.ts';
import { listPastVisits } from '@vestibule/contract/visits/history.ts';
import { listHostInvitations } from '@vestibule/contract/visits/host-invitation.ts';
import { answerHostVisit, listColleagues, listHostVisits, setStandIn } from '@vestibule/contract/visits/host.ts';
import { giveAnswer, readAnswer } from '@vestibule/contract/visits/answer.ts';
import { cancelInvitation, getInvitation, listInvitations } from '@vestibule/contract/visits/invitation.ts';
import { listMessages } from '@vestibule/contract/visits/message.ts';
import { declinePass, deletePassData, getPass } from '@vestibule/contract/visits/pass.ts';
import { endStay, readStay } from '@vestibule/contract/visits/stay.ts';
import { deleteVisitor, listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { removeCompanies } from './operation/clean-up/remove-companies.ts';
import type { Db } from './platform/db/database.ts';
import { text, typedSql } from './platform/db/typed-sql.ts';
import { building, type Building, seedVisit, seedVisitor, type Site } from './testing/building.ts';
import { forgetWhere, plantForgottenWhere } from './testing/forgotten-where.ts';
import { hourMs, seedInvitation, tokenOfGuest } from './testing/invitations.ts';
import { announcingAs } from './testing/messaging.ts';
import { testVault } from './testing/server.ts';
import { expectGuests } from './visits/invitation/expectation.ts';
import { forgetGuests } from './visits/invitation/forget.ts';
import { sendHeldGuestMessages } from './visits/invitation/guest-limit.ts';
import { remindGuests } from './visits/invitation/reminder.ts';
import { answerToken, stayToken } from './visits/notification/answer-token.ts';
import { takeSteps } from './visits/notification/escalation.ts';
import { purgeVisits } from './visits/retention/retention.ts';
import { checkOutForgotten } from './visits/visit/auto-check-out.ts';
import { askStillHere } from './visits/visit/still-here.ts';
import { visitorsOnChannel } from './visits/visitor/visibility.ts';

test('forgets conditions on ids and nothing else', () => {
  const before = `select "id" from visit o where o.company_id = $1 and "visit"."id" = any($2::int[]) and o.name = $3
    and secret_hash = $4 and o.tenant_id = t.id`;
  expect(forgetWhere(before))
    .toBe(`select "id" from visit o where $1::int is not null and $2::int[] is not null and o.name = $3
    and $4::bytea is not null and o.tenant_id = t.id`);
  expect(forgetWhere('update visit set employee_id = $1')).toBe('update visit set employee_id = $1');
});

const days = (count: number) => new Date(Date.now() + count * 24 * hourMs);
const soon = () => Promise.resolve();

interface Seeded {
  visitorId: number;
  phone: string;
  visitId: number;
  pastVisitId: number;
  invitationId: number;
  token: string;
}

/** A visitor inside, a past visit, a meeting of now with a guest and a pass, and a message. */
async function seed(db: Db, site: Site, name: string): Promise<Seeded> {
  const { company, tenant, employee: host } = site;
  const { id: visitorId, phone } = await seedVisitor(db, site, { name });
  const times = { checkedInAt: days(-40), checkedOutAt: days(-40) };
  const pastVisitId = await seedVisit(db, { id: visitorId }, { tenant, host, ...times });
  const visitId = await seedVisit(db, { id: visitorId }, { tenant, host, checkedInAt: days(-1) });
  await sql`update visit set asked_at = now() where id = ${visitId}`.execute(db);
  await sql`insert into escalation (visit_id, company_id) values (${visitId}, ${company.id})`.execute(db);
  const { id: invitationId, invitedGuestId } = await seedInvitation(db, { ...site, host });
  await sql`update guest set name = ${name}, visitor_id = ${visitorId} where company_id = ${company.id}`.execute(db);
  await sql`
    insert into message (company_id, visitor_id, visit_id, kind, channel, recipient, language, expires_at, state, problem)
    values (${company.id}, ${visitorId}, ${visitId}, 'arrival', 'email', ${`${name}@test.example`}, 'en', now() + interval '1 hour', 'failed', 'refused')`.execute(
    db,
  );
  return { visitorId, phone, visitId, pastVisitId, invitationId, token: await tokenOfGuest(db, invitedGuestId) };
}

interface Case {
  store: string;
  /** Makes work due in the own company only. */
  prepare?: (site: Building, own: Seeded) => Promise<unknown>;
  work: (site: Building, own: Seeded) => Promise<unknown>;
  /** Its statements and functions take rows by the company's key, so they reach no other company without policies either. */
  isSafeAlone?: boolean;
}

const settings = (assignments: string) => (site: Building) =>
  sql`update tenant_settings set ${sql.raw(assignments)} where company_id = ${site.company.id}`.execute(site.db);

const cases: Case[] = [
  {
    store: 'retention of visits',
    prepare: settings(`enable_gdpr = true, gdpr_handling = 'deletedAfter1month'`),
    work: ({ reach }) => purgeVisits(reach, new Date(), soon),
    isSafeAlone: true,
  },
  {
    store: 'escalation',
    prepare: async (site, { visitId }) => {
      await settings('answer_within_seconds = 60, enable_email_to_employee = true')(site);
      await sql`update visit set checked_in_at = now() where id = ${visitId}`.execute(site.db);
      await sql`update escalation set due_at = now() where visit_id = ${visitId}`.execute(site.db);
    },
    work: (site) => takeSteps(site.reach, { unserved: new Set(), smsRules: announcingAs(site).rules }),
    isSafeAlone: true,
  },
  {
    store: 'expectations of guests',
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
    store: 'retention of guests',
    prepare: async (site, { invitationId }) => {
      await settings(`enable_gdpr = true, gdpr_handling = 'noInfoSaved'`)(site);
      const past = sql`starts_at = now() - interval '40 days', ends_at = now() - interval '39 days'`;
      await sql`update invitation set ${past} where id = ${invitationId}`.execute(site.db);
    },
    work: ({ reach }) => forgetGuests(reach, new Date()),
    isSafeAlone: true,
  },
  {
    store: 'held messages to guests',
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
    store: 'reminders of guests',
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
    store: 'automatic check-out',
    prepare: ({ db, company }) =>
      sql`update company set auto_check_out_at = '00:00' where id = ${company.id}`.execute(db),
    work: ({ reach }) => checkOutForgotten(reach, days(1)),
  },
  {
    store: 'questions of still here',
    prepare: async (site) => {
      await settings('enable_still_here = true')(site);
      await sql`update company set auto_check_out_at = '00:00' where id = ${site.company.id}`.execute(site.db);
    },
    work: (site) => askStillHere(site.reach, announcingAs(site).rules, days(1)),
  },
  {
    store: 'live events',
    work: ({ reach, company }, { visitorId }) =>
      visitorsOnChannel(reach.within([company.id]), `managers:${company.id}`, [[visitorId]]),
  },
  {
    store: 'pass',
    work: async ({ as }, { token }) => {
      await as('pass').call(getPass, { params: { token } });
      await as('pass').call(declinePass, { params: { token } });
    },
  },
  { store: 'data of a pass', work: ({ as }, { token }) => as('pass').call(deletePassData, { params: { token } }) },
  {
    store: 'answer',
    work: async ({ as }, { visitId }) => {
      const params = { token: answerToken(testVault, visitId) };
      await as('pass').call(readAnswer, { params });
      await as('pass').call(giveAnswer, { params, body: { kind: 'coming' } });
    },
  },
  {
    store: 'stay',
    work: async ({ as }, { visitId }) => {
      const params = { token: stayToken(testVault, visitId) };
      await as('pass').call(readStay, { params });
      await as('pass').call(endStay, { params });
    },
  },
  {
    store: 'host',
    work: async ({ as }, { visitId }) => {
      await as('host').call(listHostVisits);
      await as('host').call(listColleagues);
      await as('host').call(listHostInvitations);
      await as('host').call(answerHostVisit, { params: { visitId }, body: { kind: 'coming' } });
    },
  },
  {
    store: 'stand-in of a host',
    work: ({ as }) => as('host').call(setStandIn, { body: { employeeId: null } }),
  },
  {
    store: 'invitations',
    work: async ({ as, company }, { invitationId }) => {
      await as('reception').call(listInvitations, { params: { companyId: company.id } });
      await as('reception').call(getInvitation, { params: { invitationId } });
      await as('company').call(cancelInvitation, { params: { invitationId } });
    },
  },
  {
    store: 'visitors',
    work: async ({ as, company }, { visitorId }) => {
      await as('reception').call(listVisitors, { params: { companyId: company.id } });
      await as('company').call(deleteVisitor, { params: { visitorId } });
    },
  },
  {
    store: 'history and messages',
    work: async ({ as, company: { id: companyId } }) => {
      await as('reception').call(listPastVisits, { params: { companyId } });
      await as('company').call(listMessages, { query: { companyId } });
    },
  },
  {
    store: 'kiosk',
    work: async ({ as, tenant }, { phone }) => {
      const kiosk = as('kiosk');
      await kiosk.call(lookUpPhoneAtDevice, { query: { phone } });
      await kiosk.call(listPassesAtDevice);
      const printed = { shouldPrintMainBadge: false, shouldPrintParkingBadge: false, shouldSaveData: false };
      const visit = { name: 'Liv', companyName: null, phone: '+4799999998', tenantId: tenant.id, ...printed };
      const now = new Date().toISOString();
      await kiosk.call(registerVisitAtDevice, { body: { ...visit, nonce: crypto.randomUUID(), occurredAt: now } });
    },
  },
  {
    store: 'removal of companies',
    prepare: ({ db, company }) => sql`update company set deleted_at = now() where id = ${company.id}`.execute(db),
    work: ({ reach }) => removeCompanies.run(reach),
  },
];

test.for(cases)('a forgotten condition in the store of $store reaches no other company', async (store) => {
  const safe = await tryOut(store);
  expect(safe.planted).not.toEqual([]);
  expect({ isSeen: safe.isSeen, isChanged: safe.isChanged }).toEqual({ isSeen: false, isChanged: false });

  const { db } = safe;
  await switchPolicies(db, 'disable');
  onTestFinished(() => switchPolicies(db, 'enable'));
  const unsafe = await tryOut(store);
  expect(unsafe.isSeen || unsafe.isChanged).toBe(!(store.isSafeAlone ?? false));
});

async function tryOut({ prepare, work }: Case) {
  const site = await building();
  const { db, elsewhere } = site;
  const mark = `Foreigner ${elsewhere.company.id}`;
  await seed(db, elsewhere, mark);
  const own = await seed(db, site, 'Liv Moe');
  await sql`update tenant_settings set enable_gdpr = false where company_id = ${elsewhere.company.id}`.execute(db);
  await prepare?.(site, own);
  const before = await contentsOf(db, elsewhere.company.id);
  const { planted, rows, stop } = plantForgottenWhere();
  // Without conditions much fails, which rolls back.
  await work(site, own).catch(() => undefined);
  stop();
  const names = [mark, elsewhere.company.name, elsewhere.tenant.name, elsewhere.employee.name];
  const isSeen = rows.some((row) => names.some((name) => row.includes(`"${name}"`)));
  const isChanged = (await contentsOf(db, elsewhere.company.id)) !== before;
  return { db, planted, isSeen, isChanged };
}

async function contentsOf(db: Db, companyId: number): Promise<string> {
  const { rows } = await typedSql({ name: text })`
    select format('%I', relname) as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`.execute(db);
  const contents = rows.map(async ({ name }) => {
    const { rows } = await typedSql({ row: text })`
      select t::text as row from ${sql.raw(name)} t where company_id = ${companyId} order by 1`.execute(db);
    return rows.map(({ row }) => `${name} ${row}`).join('\n');
  });
  return (await Promise.all(contents)).join('\n');
}

async function switchPolicies(db: Db, to: 'enable' | 'disable'): Promise<void> {
  const { rows } = await typedSql({ name: text })`
    select format('%I', tablename) as name from pg_policies where schemaname = 'public'`.execute(db);
  for (const { name } of rows) await sql.raw(`alter table ${name} ${to} row level security`).execute(db);
}
