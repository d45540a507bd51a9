import { getCompany, listAllCompanies, listPartnerCompanies } from '@vestibule/contract/accounts/company.ts';
import { deleteCompany, leaveCompany } from '@vestibule/contract/accounts/company-edit.ts';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { getSession } from '@vestibule/contract/accounts/session.ts';
import { inviteUser, listUsers } from '@vestibule/contract/accounts/user.ts';
import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../platform/db/database.ts';
import { building, seedUser, seedVisitor, signedIn, visitTo } from '../../testing/building.ts';
import { linkPage } from '../../testing/links.ts';
import { openLive } from '../../testing/live.ts';
import { queuedBehind, untilWaiting } from '../../testing/queued.ts';
import { startServer } from '../../testing/server.ts';
import { removeCompanies } from '../../operation/clean-up/remove-companies.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';

const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

async function ownedBy(db: Db, companyId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ['company', 'tenant', 'employee', 'visitor', 'visit', 'tenant_settings', 'user_account']) {
    const column = table === 'company' ? 'id' : 'company_id';
    const { rows } = await typedSql({ count: int })`
      select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = ${companyId}`.execute(db);
    counts[table] = rows[0]?.count ?? 0;
  }
  return counts;
}

test('a deleted company disappears for all users at once', async () => {
  const server = await startServer();
  await server.listen();
  const { as, company, partner, tenant } = await building(server);
  const params = { companyId: company.id };
  const superAdmin = as('superAdmin');
  const partnerUser = as('partner');
  await partnerUser.call(getCompany, { params });
  const staff = [as('company'), as('reception'), as('tenant')];
  const lives = [];
  for (const caller of [...staff, partnerUser]) {
    lives.push(await openLive(caller, caller === partnerUser ? params : {}));
  }

  expect(await superAdmin.call(deleteCompany, { params })).toMatchObject({ status: 200 });

  for (const caller of staff) expect(await caller.call(getSession)).toBeRefused(401, 'notSignedIn');
  for (const caller of [superAdmin, partnerUser]) {
    expect(await caller.call(getCompany, { params })).toBeRefused(404, 'notFound');
    expect(await caller.call(listVisitors, { params })).toBeRefused(404, 'notFound');
    expect(await caller.call(listUsers, { query: params })).toBeRefused(404, 'notFound');
    expect(await caller.call(listUsers, { query: { tenantId: tenant.id } })).toBeRefused(404, 'notFound');
    const body = { email: 'late@test.example', url: linkPage };
    expect((await caller.call(inviteUser, { query: params, body })).status).not.toBe(201);
  }
  for (const live of lives) expect(await live.closed()).toBeGreaterThan(1000);
  expect(ids((await superAdmin.call(listAllCompanies)).data)).not.toContain(company.id);
  const { data } = await partnerUser.call(listPartnerCompanies, { params: { partnerId: partner.id } });
  expect(data).toEqual([]);
  expect(await superAdmin.call(deleteCompany, { params })).toBeRefused(404, 'notFound');
});

test('refuses the second of two deletions of a company', async () => {
  const { as, company, db } = await building();
  const params = { companyId: company.id };
  const remove = () => as('superAdmin').call(deleteCompany, { params });
  const lock = sql`select from company where id = ${company.id} for update`;
  const [first, second] = await queuedBehind(db, lock, [remove, remove]);
  expect(first).toMatchObject({ status: 200 });
  expect(second).toBeRefused(404, 'notFound');
});

test('deletes a company with any number of users', async () => {
  const { as, company, db } = await building();
  const user = as('reception');
  await user.call(getSession);
  await sql`
    insert into user_account (email, role, company_id)
    select 'user' || n || '@of-' || ${company.id}::int || '.test', 'reception', ${company.id} from generate_series(1, 3000) n`.execute(
    db,
  );
  expect(await as('superAdmin').call(deleteCompany, { params: { companyId: company.id } })).toMatchObject({
    status: 200,
  });
  expect(await user.call(getSession)).toBeRefused(401, 'notSignedIn');
});

test('deletes all data of a deleted company and nothing of others', async () => {
  const site = await building();
  const { as, company, tenant, elsewhere, db } = site;
  for (let made = 0; made < 3; made += 1) await seedVisitor(db, site, { inside: tenant, host: site.employee });
  const idempotencyKey = crypto.randomUUID();
  const { data } = await as('partner').call(registerVisit, visitTo(tenant), { idempotencyKey });
  await seedVisitor(db, elsewhere, { inside: elsewhere.tenant });
  const before = await ownedBy(db, elsewhere.company.id);
  await as('superAdmin').call(deleteCompany, { params: { companyId: company.id } });
  await removeCompanies.run(site.reach);
  expect(new Set(Object.values(await ownedBy(db, company.id)))).toEqual(new Set([0]));
  const kept = await db.selectFrom('idempotent_reply').select('reply').where('key', '=', idempotencyKey).execute();
  expect(JSON.stringify(kept)).not.toContain(data.visitor.phone);
  expect(await ownedBy(db, elsewhere.company.id)).toEqual(before);
  await removeCompanies.run(site.reach);
});

test('the removal works in batches and continues after an interruption', async () => {
  const site = await building();
  const { as, company, tenant, db } = site;
  await sql`
    with met as (
      insert into visitor (company_id, name, company_name, phone)
      select ${company.id}, 'Visitor ' || n, 'Havila', '+46' || (700000000 + n) from generate_series(1, 11000) n
      returning id, company_id, name, company_name, phone
    )
    insert into visit (company_id, visitor_id, name, company_name, phone, tenant_id, checked_out_at)
    select company_id, id, name, company_name, phone, ${tenant.id}, now() from met`.execute(db);
  await as('superAdmin').call(deleteCompany, { params: { companyId: company.id } });

  await sql`create sequence refused_batches`.execute(db);
  await sql`
    create function refuse_third() returns trigger language plpgsql security definer as $$
    begin if nextval('refused_batches') = 3 then raise exception 'stopped'; end if; return null; end $$`.execute(db);
  await sql`create trigger stop after delete on visit for each statement execute function refuse_third()`.execute(db);
  await expect(removeCompanies.run(site.reach)).rejects.toThrow('stopped');
  expect(await ownedBy(db, company.id)).toMatchObject({ company: 1, visit: 1_000, visitor: 11_000 });

  await removeCompanies.run(site.reach);
  expect(new Set(Object.values(await ownedBy(db, company.id)))).toEqual(new Set([0]));
  await sql`drop trigger stop on visit`.execute(db);
});

test.for(['company', 'reception', 'tenant'] as const)('a %s who leaves has no account any more', async (role) => {
  const { as, company, users, db } = await building();
  await seedUser(db, { role: 'company', companyId: company.id });
  const caller = as(role);
  expect(await caller.call(leaveCompany, { params: { companyId: company.id } })).toMatchObject({ status: 200 });
  expect(await caller.call(getSession)).toBeRefused(401, 'notSignedIn');
  const left = await db.selectFrom('user_account').select('id').where('id', '=', users[role].id).execute();
  expect(left).toEqual([]);
});

test('a partner that leaves a company loses it with all its users, and keeps its account', async () => {
  const { as, company, partner, users, db } = await building();
  const other = await seedUser(db, { role: 'partner', partnerId: partner.id });
  const params = { companyId: company.id };
  const caller = as('partner');
  expect(await caller.call(leaveCompany, { params, query: { partnerId: partner.id } })).toMatchObject({ status: 200 });
  expect(await caller.call(getCompany, { params })).toBeRefused(404, 'notFound');
  const colleague = signedIn((await building()).server, other.id);
  expect(await colleague.call(getCompany, { params })).toBeRefused(404, 'notFound');
  expect((await caller.call(getSession)).data.user.id).toBe(users.partner.id);
  expect(await as('company').call(getCompany, { params })).toMatchObject({ status: 200 });
});

test('users cannot leave other companies, or leave for another partner', async () => {
  const { as, company, elsewhere } = await building();
  const foreign = { params: { companyId: elsewhere.company.id } };
  for (const role of ['partner', 'company', 'reception', 'tenant'] as const) {
    expect(await as(role).call(leaveCompany, foreign)).toBeRefused(404, 'notFound');
  }
  const forOther = { params: { companyId: company.id }, query: { partnerId: elsewhere.partner.id } };
  expect(await as('partner').call(leaveCompany, forOther)).toBeRefused(404, 'notFound');
});

test('the last partner or user that can manage a company cannot leave it', async () => {
  const { as, company } = await building();
  const answer = await as('company').call(leaveCompany, { params: { companyId: company.id } });
  expect(answer).toBeRefused(409, 'lastCompanyUser');
  expect(await as('reception').call(leaveCompany, { params: { companyId: company.id } })).toMatchObject({
    status: 200,
  });
});

test('the last active manager can leave only after an invited one can sign in', async () => {
  const { as, company, db } = await building();
  const invited = await seedUser(db, { role: 'company', companyId: company.id }, null);
  const leave = () => as('company').call(leaveCompany, { params: { companyId: company.id } });
  expect(await leave()).toBeRefused(409, 'lastCompanyUser');
  await db
    .insertInto('work_account')
    .values({ issuer: 'https://issuer.test', subject: `subject of ${invited.id}`, user_id: invited.id })
    .execute();
  expect(await leave()).toMatchObject({ status: 200 });
});

test('of the last two that leave at the same time, one stays', async () => {
  const { as, company, db, server } = await building();
  const other = await seedUser(db, { role: 'company', companyId: company.id });
  const callers = [as('company'), signedIn(server, other.id)];
  for (const caller of callers) await caller.call(getSession);
  const answers = await Promise.all(
    callers.map((caller) => caller.call(leaveCompany, { params: { companyId: company.id } })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('a user cannot leave while the other last manager is being deleted', async () => {
  const { as, company, users, db } = await building();
  const other = await seedUser(db, { role: 'company', companyId: company.id });
  const caller = as('company');
  await caller.call(getSession);
  const deletion = await db.startTransaction().execute();
  await sql`
    select from user_account where id = any(${[users.company.id, other.id]}::int[]) order by id for update`.execute(
    deletion,
  );
  await deletion.deleteFrom('user_account').where('id', '=', other.id).execute();
  const leaving = caller.call(leaveCompany, { params: { companyId: company.id } });
  await untilWaiting(db, 1);
  await deletion.commit().execute();
  expect(await leaving).toBeRefused(409, 'lastCompanyUser');
});
