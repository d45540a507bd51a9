import { createEmployee } from '@vestibule/contract/building/employee-edit.ts';
import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import { createTenant } from '@vestibule/contract/building/tenant.ts';
import { deleteVisitor } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building, seedVisitor, visitTo } from '../../testing/building.ts';
import { fresh } from '../../testing/fresh.ts';

test('a repeat with the same key gets the first answer and creates nothing', async () => {
  const { as, tenant, db, company } = await building();
  const reception = as('reception');
  const visit = visitTo(tenant);
  const first = await reception.call(registerVisit, visit, { idempotencyKey: 'a-1' });
  const second = await reception.call(registerVisit, visit, { idempotencyKey: 'a-1' });
  expect(second.status).toBe(201);
  expect(second.data).toEqual(first.data);
  expect(await db.selectFrom('visit').select('id').where('company_id', '=', company.id).execute()).toHaveLength(1);
});

test('a repeat from another browser of the same user gets the first answer', async () => {
  const { as, company } = await building();
  const create = () =>
    as('company').call(
      createTenant,
      { params: { companyId: company.id }, body: { name: 'Twice' } },
      { idempotencyKey: 'b-1' },
    );
  const { data } = await create();
  expect((await create()).data.id).toBe(data.id);
});

test('repeats during the first request wait for its answer', async () => {
  const { as, company, db } = await building();
  const caller = as('company');
  const create = () =>
    caller.call(
      createTenant,
      { params: { companyId: company.id }, body: { name: 'At once' } },
      { idempotencyKey: 'c-1' },
    );
  const answers = await Promise.all(Array.from({ length: 8 }, create));
  expect(new Set(answers.map(({ status, data }) => `${status} ${data.id}`)).size).toBe(1);
  const rows = await db
    .selectFrom('tenant')
    .select('id')
    .where('company_id', '=', company.id)
    .where('name', '=', 'At once')
    .execute();
  expect(rows).toHaveLength(1);
});

test('refuses the same key for another request', async () => {
  const { as, tenant, neighbor } = await building();
  const reception = as('reception');
  const visit = visitTo(tenant);
  await reception.call(registerVisit, visit, { idempotencyKey: 'd-1' });
  const otherBody = await reception.call(
    registerVisit,
    { body: { ...visit.body, name: 'Another person' } },
    { idempotencyKey: 'd-1' },
  );
  expect(otherBody).toBeRefused(422, 'idempotencyKeyReused');
  const otherCall = await reception.call(
    createEmployee,
    { params: { tenantId: neighbor.id }, body: { name: 'Host', email: `host-${fresh()}@test.example` } },
    { idempotencyKey: 'd-1' },
  );
  expect(otherCall).toBeRefused(422, 'idempotencyKeyReused');
});

test('the same body for another row is another request', async () => {
  const { as, tenant, neighbor } = await building();
  const body = { name: 'Host', email: `host-${fresh()}@test.example` };
  const reception = as('reception');
  await reception.call(createEmployee, { params: { tenantId: tenant.id }, body }, { idempotencyKey: 'e-1' });
  const answer = await reception.call(
    createEmployee,
    { params: { tenantId: neighbor.id }, body },
    { idempotencyKey: 'e-1' },
  );
  expect(answer).toBeRefused(422, 'idempotencyKeyReused');
});

test('two users can use the same key independently', async () => {
  const { as, tenant } = await building();
  const [one, two] = [
    await as('reception').call(registerVisit, visitTo(tenant), { idempotencyKey: 'f-1' }),
    await as('company').call(registerVisit, visitTo(tenant), { idempotencyKey: 'f-1' }),
  ];
  expect(two.data.visitor.id).not.toBe(one.data.visitor.id);
});

test('a refused request can be repeated with its key after the cause is gone', async () => {
  const site = await building();
  const reception = site.as('reception');
  const { id, phone } = await seedVisitor(site.db, site, { inside: site.tenant });
  const visit = visitTo(site.tenant, { phone });
  const refused = await reception.call(registerVisit, visit, { idempotencyKey: 'g-1' });
  expect(refused).toBeRefused(409, 'visitorIsAlreadyCheckedIn');
  await reception.call(checkOutVisitor, { params: { visitorId: id } });
  expect(await reception.call(registerVisit, visit, { idempotencyKey: 'g-1' })).toMatchObject({ status: 201 });
});

test('a key is valid for 24 hours', async () => {
  const { as, company, db, users } = await building();
  const create = () =>
    as('company').call(
      createTenant,
      { params: { companyId: company.id }, body: { name: 'Again' } },
      { idempotencyKey: 'h-1' },
    );
  const age = (interval: string) =>
    sql`update idempotent_reply set created_at = created_at - ${interval}::interval where user_id = ${users.company.id}`.execute(
      db,
    );
  const { data } = await create();
  await age('23 hours');
  expect((await create()).data.id).toBe(data.id);
  await age('1 hour 1 minute');
  const { data: later } = await create();
  expect(later.id).not.toBe(data.id);
  expect((await create()).data.id).toBe(later.id);
});

test.for(['', 'x'.repeat(256), 'a b', 'clé'])('refuses the key %j', async (idempotencyKey) => {
  const { as, tenant } = await building();
  expect(await as('reception').call(registerVisit, visitTo(tenant), { idempotencyKey })).toBeRefused(400, 'validation');
});

test('deletes a stored answer about a visitor together with the visitor', async () => {
  const { as, tenant, db, users } = await building();
  const reception = as('reception');
  const { data } = await reception.call(registerVisit, visitTo(tenant), { idempotencyKey: 'i-1' });
  const params = { visitorId: data.visitor.id };
  await reception.call(checkOutVisitor, { params });
  await reception.call(deleteVisitor, { params });
  expect(
    await db.selectFrom('idempotent_reply').select('key').where('user_id', '=', users.reception.id).execute(),
  ).toEqual([]);
});

test('two equal calls without a key create two rows', async () => {
  const { as, company } = await building();
  const create = () =>
    as('company').call(createTenant, { params: { companyId: company.id }, body: { name: 'Two of them' } });
  expect((await create()).data.id).not.toBe((await create()).data.id);
});
