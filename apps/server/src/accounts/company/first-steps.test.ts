import { dismissFirstSteps, getFirstSteps } from '@vestibule/contract/accounts/first-steps.ts';
import { createCompany } from '@vestibule/contract/accounts/company-edit.ts';
import { printBadge } from '@vestibule/contract/visits/badge.ts';
import { createTenant } from '@vestibule/contract/building/tenant.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Building, building, seedUser, seedVisitor } from '../../testing/building.ts';
import { seedKiosk } from '../../testing/kiosks.ts';
import { startServer } from '../../testing/server.ts';

const stepsOf = async (site: Building, companyId = site.company.id) =>
  (await site.as('superAdmin').call(getFirstSteps, { params: { companyId } })).data;

test('the checklist of a new company is open, and each step ticks itself', async () => {
  const site = await building();
  const superAdmin = site.as('superAdmin');
  const { id: companyId } = (await superAdmin.call(createCompany, { body: { name: 'New building' } })).data;
  const nothing = {
    hasTenants: false,
    hasEmployees: false,
    email: 'untried',
    sms: 'untried',
    hasKiosk: false,
    hasPrintedBadge: false,
    hasSecondAdmin: false,
  };
  expect(await stepsOf(site, companyId)).toEqual(nothing);
  await superAdmin.call(createTenant, { params: { companyId }, body: { name: 'Aurora' } });
  expect(await stepsOf(site, companyId)).toEqual({ ...nothing, hasTenants: true });
});

test('counts a kiosk with a device, a printed badge, an active second admin and accepted messages', async () => {
  const site = await building();
  const { db, company } = site;
  expect(await stepsOf(site)).toMatchObject({ hasTenants: true, hasEmployees: true, hasKiosk: false });
  await seedKiosk(db, { company });
  await seedUser(db, { role: 'company', companyId: company.id }, null);
  expect(await stepsOf(site), 'an invited user is not an admin yet').toMatchObject({ hasSecondAdmin: false });
  await seedUser(db, { role: 'company', companyId: company.id });
  const visitor = await seedVisitor(db, site, { inside: site.tenant });
  const query = { shouldPrintMainBadge: 'true', shouldPrintParkingBadge: 'false' } as const;
  await site.as('company').call(printBadge, { params: { visitorId: visitor.id }, query });
  for (const [channel, state] of [
    ['email', 'delivered'],
    ['sms', 'failed'],
  ]) {
    await sql`
      insert into message (company_id, kind, channel, recipient, language, state, attempts, problem, expires_at)
      values (${company.id}, 'arrival', ${channel}, 'x', 'en', ${state}, 1, ${state === 'failed' ? 'refused' : null},
        now() + interval '1 hour')`.execute(db);
  }
  expect(await stepsOf(site)).toEqual({
    hasTenants: true,
    hasEmployees: true,
    email: 'working',
    sms: 'untried',
    hasKiosk: true,
    hasPrintedBadge: true,
    hasSecondAdmin: true,
  });
});

test('says which channels have no provider', async () => {
  const site = await building(await startServer({ roles: new Set(['web', 'worker']) }));
  expect(await stepsOf(site)).toMatchObject({ email: 'notSetUp', sms: 'notSetUp' });
});

test('stays dismissed for all managers of the company, and for no other company', async () => {
  const site = await building();
  const own = { params: { companyId: site.company.id } };
  for (const time of [1, 2]) {
    expect(await site.as('company').call(dismissFirstSteps, own), `time ${time}`).toMatchObject({ status: 200 });
  }
  expect(await stepsOf(site)).toBeNull();
  expect(await stepsOf(site, site.elsewhere.company.id)).not.toBeNull();
  const entries = site.db.selectFrom('audit_entry').select('action').where('company_id', '=', site.company.id);
  expect(await entries.execute()).toEqual([{ action: 'company.configured' }]);
});

test('no other role sees the checklist, and no manager that of another company', async () => {
  const { as, company, elsewhere } = await building();
  for (const role of ['partner', 'reception', 'tenant'] as const) {
    for (const call of [getFirstSteps, dismissFirstSteps]) {
      const answer = await as(role).call(call, { params: { companyId: company.id } });
      expect(answer).toBeRefused(403, 'notAllowed');
    }
  }
  const foreign = await as('company').call(getFirstSteps, { params: { companyId: elsewhere.company.id } });
  expect(foreign).toBeRefused(404, 'notFound');
});
