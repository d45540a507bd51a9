import { eraseVisitorData, exportVisitorData } from '@vestibule/contract/visits/data-request.ts';
import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import { checkInExpected } from '@vestibule/contract/visits/expected.ts';
import { changePass, declinePass } from '@vestibule/contract/visits/pass.ts';
import { updateVisitor } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onlyRow } from '../../platform/db/database.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';
import { type Building, building, seedVisitor, visitTo } from '../../testing/building.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { guest, invited, tokenOfGuest } from '../../testing/invitations.ts';
import { listeningBuilding, openLive } from '../../testing/live.ts';

test('a data request returns all visits, expectations and messages of a visitor', async () => {
  const site = await building();
  const reception = site.as('reception');
  await reception.call(registerVisit, visitTo(site.tenant, { employeeId: site.employee.id }));
  const visit = visitTo(site.tenant, { employeeId: site.employee.id, shouldSaveData: true });
  const first = await reception.call(registerVisit, visit);
  const params = { visitorId: first.data.visitor.id };
  await reception.call(checkOutVisitor, { params });
  await reception.call(registerVisit, { body: { ...visit.body, employeeId: null, tenantId: site.neighbor.id } });
  await sql`
    update visitor set preregistered_tenant_id = ${site.tenant.id}, saved_until = '2030-01-01Z' where id = ${params.visitorId}`.execute(
    site.db,
  );
  await sql`
    insert into message (company_id, visitor_id, channel, kind, recipient, language, state, expires_at)
    values (${site.company.id}, ${params.visitorId}, 'email', 'invite', 'liv@test.example', 'en', 'delivered', now())`.execute(
    site.db,
  );
  const { data } = await site.as('company').call(exportVisitorData, { params });
  expect(data.savedUntil).toBe('2030-01-01T00:00:00.000Z');
  expect(data.visitor).toMatchObject({ id: params.visitorId, name: visit.body.name, phone: visit.body.phone });
  expect(data.visits).toMatchObject([
    { tenant: { name: site.neighbor.name }, employee: null, checkedOutAt: null },
    { tenant: { name: site.tenant.name }, employee: { name: site.employee.name } },
  ]);
  expect(data.visits[1]?.checkedOutAt).not.toBeNull();
  expect(data.preregisteredAt).not.toBeNull();
  expect(data.messages).toMatchObject([
    { recipient: 'liv@test.example', channel: 'email', state: 'delivered' },
    { kind: 'arrival', recipient: null, channel: 'email', state: 'queued' },
  ]);
});

/** A guest with an e-mail address who types a phone on the pass. */
async function guestWhoTypes(site: Building, phone: string, name: string) {
  const email = `${name}@test.example`;
  const { guests } = await invited(site.as('company'), site.tenant, {
    employeeId: site.employee.id,
    guests: [guest({ name, email, phone: null })],
  });
  const params = { token: await tokenOfGuest(site.db, guests[0]?.id ?? 0) };
  await site.as('pass').call(changePass, { params, body: { name, companyName: 'Secret AS', phone } });
  return { email, params };
}

test('exports messages to a guest without the phone, but none to the host', async () => {
  const site = await building();
  const phone = freshPhone();
  const { email, params } = await guestWhoTypes(site, phone, 'zqguest');
  await site.as('pass').call(declinePass, { params });
  const { rows } = await typedSql({ visitorId: int })`
    select id as "visitorId" from visitor where company_id = ${site.company.id} and phone = ${phone}`.execute(site.db);
  const { data } = await site.as('company').call(exportVisitorData, { params: onlyRow(rows) });
  expect(data.messages).toMatchObject([{ kind: 'invitation', channel: 'email', recipient: email }]);
  const kinds = await site.db.selectFrom('message').select('kind').where('company_id', '=', site.company.id).execute();
  expect(kinds).toContainEqual({ kind: 'guestDeclined' });
});

test.for(['taken', 'unverified'] as const)(
  'exports no invitation of another person whose typed phone is %s',
  async (how) => {
    const site = await building();
    const { id, phone } = await seedVisitor(site.db, site, { inside: site.tenant });
    await guestWhoTypes(site, phone, 'zqother');
    if (how === 'unverified') {
      await sql`
        update guest set visitor_id = ${id}, is_phone_taken = false, is_phone_unverified = true
        where company_id = ${site.company.id} and is_phone_taken`.execute(site.db);
      await sql`update message set visitor_id = ${id} where company_id = ${site.company.id} and guest_id is not null`.execute(
        site.db,
      );
    }
    const { data } = await site.as('company').call(exportVisitorData, { params: { visitorId: id } });
    expect(data).toMatchObject({ visits: [{ phone }], invitations: [] });
    expect(JSON.stringify(data)).not.toMatch(/zqother|Secret AS/);
  },
);

test('an erasure removes all data, also of a visitor inside, and updates the desks', async () => {
  const site = await listeningBuilding();
  const tenant = await openLive(site.as('tenant'));
  const { id, phone } = await seedVisitor(site.db, site, { inside: site.tenant, expectedBy: site.neighbor });
  const params = { visitorId: id };
  expect(await site.as('company').call(eraseVisitorData, { params })).toMatchObject({ status: 200, data: null });
  expect(await site.as('company').call(eraseVisitorData, { params })).toBeRefused(404, 'notFound');
  expect(await tenant.received(1)).toMatchObject([{ event: 'visitors_removed', payload: { ids: [id] } }]);
  const { rows } = await sql`select from visitor where phone = ${phone}`.execute(site.db);
  expect(rows).toEqual([]);
  expect(await site.db.selectFrom('visit').select('id').where('visitor_id', '=', id).execute()).toEqual([]);
});

test('an erasure also removes stored replies that name the visitor by an earlier phone', async () => {
  const site = await building();
  const company = site.as('company');
  const { id, name } = await seedVisitor(site.db, site, { inside: site.tenant, expectedBy: site.tenant });
  const other = await seedVisitor(site.db, site, { expectedBy: site.tenant });
  const { data } = await company.call(checkInExpected, { body: { ids: [id, other.id] } }, { idempotencyKey: 'both' });
  expect(data.conflicts).toMatchObject([{ name }]);
  const { body } = visitTo(site.tenant);
  const edit = { name, companyName: body.companyName, phone: body.phone };
  await company.call(updateVisitor, { params: { visitorId: id }, body: edit });
  await company.call(eraseVisitorData, { params: { visitorId: id } });
  const kept = await site.db
    .selectFrom('idempotent_reply')
    .select('reply')
    .where('user_id', '=', site.users.company.id)
    .execute();
  expect(JSON.stringify(kept)).not.toContain(name);
});

test('a desk can neither export nor erase', async () => {
  const site = await building();
  const params = { visitorId: (await seedVisitor(site.db, site)).id };
  expect(await site.as('reception').call(exportVisitorData, { params })).toBeRefused(403, 'notAllowed');
  expect(await site.as('reception').call(eraseVisitorData, { params })).toBeRefused(403, 'notAllowed');
});
