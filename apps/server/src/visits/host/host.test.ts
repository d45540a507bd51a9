import { deleteEmployee } from '@vestibule/contract/building/employee-edit.ts';
import { deleteTenant } from '@vestibule/contract/building/tenant.ts';
import { listAuditEntries } from '@vestibule/contract/operation/audit.ts';
import {
  answerHostVisit,
  chooseHost,
  endHostSession,
  endOtherHostSessions,
  getHost,
  listColleagues,
  listHostChoices,
  listHostSessions,
  listHostVisits,
  setStandIn,
} from '@vestibule/contract/visits/host.ts';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { purgeVisits } from '../retention/retention.ts';
import { onlyRow } from '../../platform/db/database.ts';
import { text, typedSql } from '../../platform/db/typed-sql.ts';
import { atHost, building, type Building, seedVisit, seedVisitor, visitTo } from '../../testing/building.ts';
import { fresh, freshPhone, type Named } from '../../testing/fresh.ts';
import { listeningBuilding, openLive } from '../../testing/live.ts';
import { changeSettings } from '../../testing/settings.ts';

async function seedColleague({ db, company }: Building, tenant: Named, email: string | null = null): Promise<Named> {
  return db
    .insertInto('employee')
    .values({ company_id: company.id, tenant_id: tenant.id, name: `Colleague ${fresh()}`, email, phone: freshPhone() })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
}

async function dayOf({ db }: Building, days: number): Promise<string> {
  const { rows } = await typedSql({ day: text })`
    select to_char((now() at time zone 'Europe/Oslo')::date + ${days}::int, 'YYYY-MM-DD') as day`.execute(db);
  return onlyRow(rows).day;
}

const visitOf = async (site: Building, host: Named = site.employee, checkedInAt = new Date()) => {
  const visitor = await seedVisitor(site.db, site);
  return { visitor, id: await seedVisit(site.db, visitor, { tenant: site.tenant, host, checkedInAt }) };
};

test('staff with the address of an employee are that host without another sign-in', async () => {
  const site = await building();
  const { id } = await seedColleague(site, site.neighbor, site.users.reception.email.toUpperCase());
  const desk = site.as('reception');
  const { data } = await desk.call(getHost);
  expect(data).toMatchObject({ employee: { id }, tenant: { id: site.neighbor.id }, signedInAs: 'staff' });
  expect((await desk.call(listHostChoices)).data).toMatchObject([{ id, tenant: site.neighbor, isChosen: true }]);
  expect((await desk.call(listHostSessions)).data).toEqual([]);
});

test('the address counts within the scope of staff, and never for superAdmins and partners', async () => {
  const site = await building();
  const { users, elsewhere } = site;
  await seedColleague(site, site.neighbor, users.tenant.email);
  for (const role of ['superAdmin', 'partner'] as const) await seedColleague(site, site.tenant, users[role].email);
  const stranger = { ...site, company: elsewhere.company };
  await seedColleague(stranger, elsewhere.tenant, users.company.email);
  for (const role of ['tenant', 'company', 'reception'] as const) {
    expect(await site.as(role).call(getHost)).toBeRefused(404, 'notFound');
    expect((await site.as(role).call(listHostChoices)).data).toEqual([]);
  }
  for (const role of ['superAdmin', 'partner'] as const) {
    expect(await site.as(role).call(getHost)).toBeRefused(403, 'notAllowed');
  }
});

test('staff of several employees choose one for their session', async () => {
  const site = await building();
  const { email } = site.users.company;
  const [one, other] = [await seedColleague(site, site.tenant, email), await seedColleague(site, site.neighbor, email)];
  const user = site.as('company');
  const refused = await user.call(getHost);
  expect(refused).toBeRefused(409, 'chooseEmployee');
  expect(refused.problem?.employees?.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([one.id, other.id]);
  const choose = (employeeId: number) => user.call(chooseHost, { body: { employeeId } });
  expect(await choose(site.employee.id)).toBeRefused(404, 'notFound');
  expect((await choose(other.id)).data.employee.id).toBe(other.id);
  expect((await user.call(getHost)).data.employee.id).toBe(other.id);
  const { data: choices } = await user.call(listHostChoices);
  expect(choices.map(({ id, isChosen }) => [id, isChosen])).toContainEqual([other.id, true]);
  expect(await site.as('company').call(getHost)).toBeRefused(409, 'chooseEmployee');
  await site.db.updateTable('employee').set({ email: null }).where('id', '=', other.id).execute();
  expect((await user.call(getHost)).data.employee.id).toBe(one.id);
});

test('a host lists and ends own sessions, and no others', async () => {
  const site = await building();
  const [here, there, third] = [site.as('host'), site.as('host'), site.as('host')];
  const stranger = atHost(site.server, {
    id: site.neighborEmployee.id,
    companyId: site.company.id,
    tenantId: site.neighbor.id,
  });
  for (const browser of [there, third, stranger, here]) await browser.call(getHost);
  const { data: sessions } = await here.call(listHostSessions);
  expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
  expect(sessions).toHaveLength(3);
  const [foreign] = (await stranger.call(listHostSessions)).data;
  const end = (sessionId: number) => here.call(endHostSession, { params: { sessionId } });
  expect(await end(foreign?.id ?? 0)).toBeRefused(404, 'notFound');
  const own = (await there.call(listHostSessions)).data.find(({ isCurrent }) => isCurrent);
  expect((await end(own?.id ?? 0)).data).toBeNull();
  expect(await there.call(getHost)).toBeRefused(401, 'notSignedIn');
  expect((await here.call(endOtherHostSessions)).data).toBeNull();
  expect(await third.call(getHost)).toBeRefused(401, 'notSignedIn');
  for (const browser of [here, stranger]) expect((await browser.call(getHost)).status).toBe(200);
});

test('a host loses access at once with the employee and with the tenant', async () => {
  const site = await building();
  const [host, ofNeighbor] = [
    site.as('host'),
    atHost(site.server, { id: site.neighborEmployee.id, companyId: site.company.id, tenantId: site.neighbor.id }),
  ];
  for (const browser of [host, ofNeighbor]) expect((await browser.call(getHost)).status).toBe(200);
  await site.as('company').call(deleteEmployee, { params: { employeeId: site.employee.id } });
  await site.as('company').call(deleteTenant, { params: { tenantId: site.neighbor.id } });
  for (const browser of [host, ofNeighbor]) expect(await browser.call(getHost)).toBeRefused(401, 'notSignedIn');
  const { rows } = await sql`select from host_session where company_id = ${site.company.id}`.execute(site.db);
  expect(rows).toHaveLength(0);
});

test('a host sees open visits and those of today, without phone and id of the visitor', async () => {
  const site = await building();
  const colleague = await seedColleague(site, site.tenant);
  const old = new Date(Date.now() - 60 * 3_600_000);
  const open = await visitOf(site, site.employee, old);
  const now = await visitOf(site);
  const past = await visitOf(site, site.employee, old);
  const left = await visitOf(site);
  await visitOf(site, colleague);
  for (const { id } of [past, left]) {
    await sql`update visit set checked_out_at = greatest(now(), checked_in_at) where id = ${id}`.execute(site.db);
  }
  const host = site.as('host');
  const { data } = await host.call(listHostVisits);
  expect(data.map(({ id }) => id)).toEqual([now.id, open.id, left.id]);
  expect(data[0]).toMatchObject({ visitorName: now.visitor.name, answer: null, title: null, startsAt: null });
  const words = JSON.stringify(data);
  for (const { visitor } of [open, now, left]) expect(words).not.toContain(visitor.phone);
  expect(words).not.toMatch(/visitorId|phone/);
  const { data: answered } = await host.call(answerHostVisit, {
    params: { visitId: now.id },
    body: { kind: 'coming', minutes: 2 },
  });
  expect(answered.answer).toMatchObject({ kind: 'coming', minutes: 2 });
  expect((await host.call(listHostVisits)).data[0]?.id).toBe(open.id);
});

test('a host answers own visits only, and desks get the answer live', async () => {
  const site = await listeningBuilding();
  const colleague = await seedColleague(site, site.tenant);
  const { visitor, id } = await visitOf(site);
  const desk = await openLive(site.as('reception'), { companyId: site.company.id });
  const host = site.as('host');
  const { data } = await host.call(answerHostVisit, {
    params: { visitId: id },
    body: { kind: 'colleague', employeeId: colleague.id, text: ' Soon ' },
  });
  expect(data.answer).toMatchObject({ kind: 'colleague', employee: colleague, text: 'Soon' });
  const { payload } = await desk.until(({ event }) => event === 'visit_answered');
  expect(payload).toEqual({ visitorId: visitor.id, visitId: id, answer: data.answer });
  const query = { companyId: site.company.id, action: 'visit.answered' } as const;
  const { data: entries } = await site.as('company').call(listAuditEntries, { query });
  expect(entries).toMatchObject([{ role: 'host', userId: site.employee.id, subject: 'visit', subjectId: id }]);

  const others = await visitOf(site, colleague);
  const hostless = await seedVisit(site.db, await seedVisitor(site.db, site), { tenant: site.tenant });
  const wait = (visitId: number) => host.call(answerHostVisit, { params: { visitId }, body: { kind: 'wait' } });
  for (const visitId of [others.id, hostless]) expect(await wait(visitId)).toBeRefused(404, 'notFound');
  const foreign = {
    params: { visitId: id },
    body: { kind: 'colleague', employeeId: site.neighborEmployee.id },
  } as const;
  expect(await host.call(answerHostVisit, foreign)).toBeRefused(400, 'validation');
  await sql`update visit set checked_out_at = greatest(now(), checked_in_at) where id = ${id}`.execute(site.db);
  expect(await wait(id)).toBeRefused(410, 'visitIsOver');
});

test('a host names a colleague of the tenant as stand-in until a day', async () => {
  const site = await building();
  const colleague = await seedColleague(site, site.tenant);
  const host = site.as('host');
  const choose = (employeeId: number | null, until?: string | null) =>
    host.call(setStandIn, { body: { employeeId, ...(until !== undefined && { until }) } });
  const today = await dayOf(site, 0);
  const { data } = await choose(colleague.id, today);
  expect(data.standIn).toEqual({ employee: colleague, until: today });
  expect((await host.call(getHost)).data.standIn).toEqual(data.standIn);
  expect((await choose(colleague.id, await dayOf(site, 364))).status).toBe(200);
  for (const until of [await dayOf(site, -1), await dayOf(site, 368)]) {
    expect(await choose(colleague.id, until)).toBeRefused(400, 'validation', { fields: { until: 'timeOutOfRange' } });
  }
  expect(await choose(colleague.id)).toBeRefused(400, 'validation', { fields: { until: 'invalidValue' } });
  expect(await choose(site.employee.id, today)).toBeRefused(400, 'validation', {
    fields: { employeeId: 'invalidValue' },
  });
  for (const id of [site.neighborEmployee.id, site.elsewhere.employee.id]) {
    expect(await choose(id, today)).toBeRefused(404, 'notFound');
  }
  await sql`update employee set stand_in_until = ${await dayOf(site, -1)}::date where id = ${site.employee.id}`.execute(
    site.db,
  );
  expect((await host.call(getHost)).data.standIn).toBeNull();
  expect((await choose(null)).data.standIn).toBeNull();
  const query = { companyId: site.company.id, action: 'employee.standInChanged' } as const;
  const { data: entries } = await site.as('company').call(listAuditEntries, { query });
  expect(entries).toHaveLength(3);
  expect(entries[0]).toMatchObject({ role: 'host', userId: site.employee.id, subject: 'employee' });
});

test('a host sees whom the escalation asks next', async () => {
  const site = await building();
  const colleague = await seedColleague(site, site.tenant);
  const { id } = await visitOf(site);
  const host = site.as('host');
  await changeSettings(site, { sms_language_to_employee: 'en', answer_within_seconds: 120 });
  await host.call(setStandIn, { body: { employeeId: colleague.id, until: await dayOf(site, 1) } });
  const at = new Date(Date.now() + 60_000);
  await site.db.updateTable('employee').set({ phone: null }).where('id', '=', site.employee.id).execute();
  await sql`
    insert into escalation (visit_id, company_id, due_at) values (${id}, ${site.company.id}, ${at})
    on conflict (company_id, visit_id) do update set due_at = excluded.due_at`.execute(site.db);
  const next = { name: colleague.name, at: at.toISOString() };
  expect((await host.call(listHostVisits)).data).toMatchObject([{ id, next }]);
  await host.call(answerHostVisit, { params: { visitId: id }, body: { kind: 'wait' } });
  expect((await host.call(listHostVisits)).data).toMatchObject([{ id, next: null }]);
});

test('the next step is not named to the host whom it asks', async () => {
  const site = await building();
  const { id } = await visitOf(site);
  await changeSettings(site, { sms_language_to_employee: 'en', answer_within_seconds: 120 });
  await site.db.updateTable('employee').set({ phone: '+4790000078' }).where('id', '=', site.employee.id).execute();
  await sql`
    insert into escalation (visit_id, company_id, due_at) values (${id}, ${site.company.id}, now() + interval '1 minute')
    on conflict (company_id, visit_id) do update set due_at = excluded.due_at`.execute(site.db);
  expect((await site.as('host').call(listHostVisits)).data).toMatchObject([{ id, next: null }]);
});

test('a host finds colleagues of the tenant by name', async () => {
  const site = await building();
  const colleague = await seedColleague(site, site.tenant);
  const host = site.as('host');
  expect((await host.call(listColleagues, { query: {} })).data).toEqual([colleague]);
  const { data, page } = await host.call(listColleagues, { query: { search: colleague.name.slice(4), limit: 1 } });
  expect([data, page?.total]).toEqual([[colleague], 1]);
  expect((await host.call(listColleagues, { query: { search: 'unknown' } })).data).toEqual([]);
});

test('a host of a tenant without invitations still sees arrivals', async () => {
  const site = await building();
  await changeSettings(site, { enable_invitations: false });
  const body = visitTo(site.tenant, { employeeId: site.employee.id });
  await site.as('reception').call(registerVisit, body);
  const host = site.as('host');
  expect((await host.call(getHost)).data.tenant.enableInvitations).toBe(false);
  expect((await host.call(listHostVisits)).data).toHaveLength(1);
});

test('a visit that retention removed is gone for its host', async () => {
  const site = await building();
  const { id } = await visitOf(site, site.employee, new Date(Date.now() - 1_000));
  await sql`update visit set checked_out_at = now() where id = ${id}`.execute(site.db);
  await purgeVisits(site.reach, new Date(Date.now() + 100 * 24 * 3_600_000), () => Promise.resolve());
  expect((await site.as('host').call(listHostVisits)).data).toEqual([]);
});
