import { printBadge } from '@vestibule/contract/visits/badge.ts';
import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import { checkInExpected, importVisitors } from '@vestibule/contract/visits/expected.ts';
import { listTenantVisitors, lookUpPhone, updateVisitor } from '@vestibule/contract/visits/visitor.ts';
import { expect, test } from 'vitest';
import { building, type Building, seedUser, signedIn, visitTo } from '../../testing/building.ts';
import { csv } from '../../testing/files.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { openLive } from '../../testing/live.ts';

const secret = { name: 'Secret Name', companyName: 'SecretCo' };
const probe = { name: 'probe', companyName: 'probe' };
const noBadge = { shouldPrintMainBadge: 'false', shouldPrintParkingBadge: 'false' } as const;

type Caller = ReturnType<typeof signedIn>;

const origins = ['remembered after a visit', 'remembered without a visit', 'expected by the neighbor'] as const;

async function house(origin: (typeof origins)[number]) {
  const site = await building();
  const { id } = await seedUser(site.db, { role: 'tenant', companyId: site.company.id, tenantId: site.neighbor.id });
  const shared = { ...site, phone: freshPhone(), neighborUser: signedIn(site.server, id) };
  if (origin === 'expected by the neighbor') await expectAs(shared.neighborUser, site.neighbor, shared.phone, secret);
  else await visitAndLeave(shared, site.neighbor);
  if (origin === 'remembered without a visit') {
    await site.db.deleteFrom('visit').where('company_id', '=', site.company.id).execute();
  }
  const longAgo = new Date('2020-01-01');
  await site.db
    .updateTable('visitor')
    .set({ created_at: longAgo.toISOString() })
    .where('phone', '=', shared.phone)
    .execute();
  return shared;
}

type House = Awaited<ReturnType<typeof house>>;

async function visitAndLeave({ as, phone }: Pick<House, 'as' | 'phone'>, tenant: { id: number }): Promise<void> {
  const body = visitTo(tenant, { phone, ...secret, shouldSaveData: true });
  const { data } = await as('reception').call(registerVisit, body);
  await leave(as('reception'), data.visitor.id);
}

async function expectAs(
  caller: Caller,
  tenant: { id: number },
  phone: string,
  { name, companyName }: typeof secret,
  isPreview = false,
) {
  const query = { ...noBadge, ...(isPreview && { preview: 'true' as const }) };
  const file = csv(`${phone};${name};${companyName}`);
  return (await caller.call(importVisitors, { params: { tenantId: tenant.id }, query, file })).data;
}

const register = (caller: Caller, tenant: { id: number }, phone: string, shouldSaveData = true) =>
  caller.call(registerVisit, visitTo(tenant, { phone, ...probe, shouldSaveData }));

const leave = (caller: Caller, visitorId: number) => caller.call(checkOutVisitor, { params: { visitorId } });

const lookUp = async ({ company, phone }: Pick<Building, 'company'> & { phone: string }, caller: Caller) =>
  (await caller.call(lookUpPhone, { params: { companyId: company.id }, query: { phone } })).data;

const isOfToday = (moment: string) => new Date(moment).getFullYear() > 2020;

test.for(origins)(
  'a tenant user who registers a phone sees only data of the tenant (the company’s: %s)',
  async (origin) => {
    const site = await house(origin);
    const user = site.as('tenant');
    await site.server.listen();
    const live = await openLive(user);
    expect(await lookUp(site, user)).toEqual({ visitor: null, isCheckedIn: false, storageStopped: false });

    const own = { ...probe, phone: site.phone, shouldSaveData: true, preregisteredTenantId: null };
    const answers: unknown[] = [];
    const { visitor } = (await register(user, site.tenant, site.phone)).data;
    answers.push(visitor, (await lookUp(site, user)).visitor);
    const listed = await user.call(listTenantVisitors, {
      params: { tenantId: site.tenant.id },
      query: { scope: 'all' },
    });
    answers.push(...listed.data);
    const body = { ...probe, phone: site.phone, shouldSaveData: true };
    answers.push((await user.call(updateVisitor, { params: { visitorId: visitor.id }, body })).data);
    const left = (await leave(user, visitor.id)).data;
    answers.push(left, (await lookUp(site, user)).visitor);
    expect(answers).toMatchObject(answers.map(() => own));
    expect(left).toMatchObject({ currentVisitRecord: null, currentVisitRecordId: null });
    for (const { createdAt, updatedAt } of [visitor, left ?? visitor]) {
      expect([isOfToday(createdAt), isOfToday(updatedAt)]).toEqual([true, true]);
    }

    await expect.poll(() => site.db.selectFrom('live_outbox').select('id').execute()).toEqual([]);
    const channel = site.db.selectFrom('live_channel').select('last_number');
    const last = await channel.where('channel', '=', `tenant:${site.tenant.id}`).executeTakeFirstOrThrow();
    const received = JSON.stringify(await live.received(last.last_number));
    expect(received).toContain('visitors_update');
    expect(received).not.toMatch(/Secret|2020-/u);
  },
);

test.for(origins.slice(0, 2))(
  'a tenant user who imports a phone sees only data of the tenant (the company’s: %s)',
  async (origin) => {
    const site = await house(origin);
    const user = site.as('tenant');
    const own = { ...probe, phone: site.phone, shouldSaveData: false };
    const preview = await expectAs(user, site.tenant, site.phone, probe, true);
    const { visitors } = await expectAs(user, site.tenant, site.phone, probe);
    const answers = [...preview.visitors, ...visitors, (await lookUp(site, user)).visitor];
    const [{ id: visitorId } = { id: 0 }] = visitors;
    const body = { ...probe, phone: site.phone };
    answers.push((await user.call(updateVisitor, { params: { visitorId }, body })).data);
    const query = { ...noBadge, shouldPrintMainBadge: 'true' } as const;
    const badge = await user.call(printBadge, { params: { visitorId }, query });
    expect(JSON.stringify(badge.data)).not.toContain('Secret');
    answers.push(...(await user.call(checkInExpected, { body: { ids: [visitorId] } })).data.visitors);
    answers.push((await leave(user, visitorId)).data, (await lookUp(site, user)).visitor);
    expect(answers).toMatchObject(answers.map(() => own));
    expect(answers.map((visitor) => visitor && isOfToday(visitor.createdAt))).toEqual(answers.map(() => true));
  },
);

test('a visit to another tenant does not rename an expected visitor', async () => {
  const site = await house('remembered after a visit');
  const user = site.as('tenant');
  const phone = freshPhone();
  const { visitors } = await expectAs(user, site.tenant, phone, probe);
  await visitAndLeave({ ...site, phone }, site.neighbor);
  const listed = await user.call(listTenantVisitors, { params: { tenantId: site.tenant.id } });
  expect(listed.data).toEqual(visitors);
});

test('an opt-out by a tenant user removes the tenant’s visits, and keeps the remembered data', async () => {
  const site = await house('remembered after a visit');
  const user = site.as('tenant');
  const first = await register(user, site.tenant, site.phone);
  await leave(user, first.data.visitor.id);
  const { visitor } = (await register(user, site.tenant, site.phone, false)).data;
  expect(visitor).toMatchObject({ ...probe, shouldSaveData: false });
  await leave(site.as('reception'), visitor.id);
  expect(await lookUp(site, user)).toEqual({ visitor: null, isCheckedIn: false, storageStopped: false });
  expect(await lookUp(site, site.as('reception'))).toMatchObject({
    visitor: { ...secret, shouldSaveData: true },
    storageStopped: false,
  });
});

test('an opt-out in an edit by a tenant user keeps the remembered data', async () => {
  const site = await house('remembered after a visit');
  const user = site.as('tenant');
  const { visitor } = (await register(user, site.tenant, site.phone)).data;
  const body = { ...probe, phone: site.phone, shouldSaveData: false };
  const edited = await user.call(updateVisitor, { params: { visitorId: visitor.id }, body });
  expect(edited.data.shouldSaveData).toBe(false);
  expect((await leave(user, visitor.id)).data).toBeNull();
  expect((await lookUp(site, site.as('reception'))).visitor).toMatchObject({ ...secret, shouldSaveData: true });
});

test('an opt-out at the only tenant of a visitor, or at the desk, removes the remembered data', async () => {
  const site = await house('remembered after a visit');
  const alone = { ...site, phone: freshPhone() };
  await visitAndLeave(alone, site.tenant);
  for (const { caller, phone } of [
    { caller: site.as('tenant'), phone: alone.phone },
    { caller: site.as('reception'), phone: site.phone },
  ]) {
    const { visitor } = (await register(caller, site.tenant, phone, false)).data;
    expect((await leave(caller, visitor.id)).data).toBeNull();
    expect((await lookUp({ ...site, phone }, site.as('reception'))).visitor).toBeNull();
  }
});
