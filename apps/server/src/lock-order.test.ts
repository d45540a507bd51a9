import { createCompany, deleteCompany } from '@vestibule/contract/accounts/company-edit.ts';
import { registerVisitAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import { createEmployee, deleteEmployee, updateEmployee } from '@vestibule/contract/building/employee-edit.ts';
import { deletePartner } from '@vestibule/contract/accounts/partner-edit.ts';
import { restorePassword } from '@vestibule/contract/accounts/recovery.ts';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { checkInExpected, importVisitors } from '@vestibule/contract/visits/expected.ts';
import { addGuests, checkInGuests } from '@vestibule/contract/visits/invitation.ts';
import { endRollCall, startRollCall, tickRollCall } from '@vestibule/contract/visits/roll-call.ts';
import { getSession } from '@vestibule/contract/accounts/session.ts';
import { deleteLicenseFolder } from '@vestibule/contract/kiosks/license.ts';
import { deleteTenant } from '@vestibule/contract/building/tenant.ts';
import { deleteUser } from '@vestibule/contract/accounts/user.ts';
import { deleteVisitor, updateVisitor } from '@vestibule/contract/visits/visitor.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { purgeVisits } from './visits/retention/retention.ts';
import { building, type Building, seedVisitor, visitTo } from './testing/building.ts';
import { csv } from './testing/files.ts';
import { fresh, freshPhone } from './testing/fresh.ts';
import { guest, invited } from './testing/invitations.ts';
import { linkPage } from './testing/links.ts';
import { macOf, seedKiosk } from './testing/kiosks.ts';
import { seedFolder, seedLicense } from './testing/licenses.ts';
import { queuedBehind, untilWaiting } from './testing/queued.ts';
import { makeLink, validHours } from './accounts/user/password-link.ts';

/** A transaction that follows the lock order of ARCHITECTURE.md may wait, but no transaction waits for it then. */

async function seedPast({ db, tenant, ...site }: Building, host?: Building['employee']) {
  const visitor = await seedVisitor(db, site, { inside: tenant, ...(host && { host }) });
  await sql`
    update visit set checked_in_at = now() - interval '1 year', checked_out_at = now() - interval '364 days'
    where visitor_id = ${visitor.id}`.execute(db);
  return { ...visitor, lockVisit: sql`select from visit where visitor_id = ${visitor.id} for update` };
}

const statusOf = async (call: Promise<{ status: number }>) => (await call).status;

test('deletes a tenant while employees and users are added, changed and removed there', async () => {
  const site = await building();
  const { as, db, tenant, employee } = site;
  const past = await seedPast(site, employee);
  const email = `taken-${fresh()}@test.example`;
  const at = { params: { employeeId: employee.id } };
  const answers = await queuedBehind(db, past.lockVisit, [
    () => statusOf(as('company').call(deleteTenant, { params: { tenantId: tenant.id } })),
    () =>
      statusOf(
        as('reception').call(createEmployee, { params: { tenantId: tenant.id }, body: { name: 'Kari', email } }),
      ),
    () => statusOf(as('reception').call(updateEmployee, { ...at, body: { name: 'Ola', email } })),
    () => statusOf(as('reception').call(deleteEmployee, at)),
  ]);
  expect(answers).toEqual([200, 404, 404, 404]);
});

test('deletes a tenant while its user registers visitors', async () => {
  const site = await building();
  const { as, db, tenant } = site;
  const past = await seedPast(site);
  const user = as('tenant');
  await user.call(getSession);
  const answers = await queuedBehind(db, past.lockVisit, [
    () => statusOf(as('company').call(deleteTenant, { params: { tenantId: tenant.id } })),
    () => statusOf(user.call(registerVisit, visitTo(tenant), { idempotencyKey: randomUUID() })),
  ]);
  expect(answers).toEqual([200, 404]);
});

test('removes expired visits while a visitor is deleted', async () => {
  const site = await building();
  const { as, db } = site;
  const past = await seedPast(site);
  const row = sql`select from visitor where id = ${past.id} for update`;
  const answers = await queuedBehind<unknown>(db, row, [
    () => statusOf(as('reception').call(deleteVisitor, { params: { visitorId: past.id } })),
    () => purgeVisits(site.reach, new Date(), () => Promise.resolve()),
  ]);
  expect(answers).toEqual([200, expect.anything()]);
});

test('ends a roll call while visitors are ticked', async () => {
  const site = await building();
  const { as, db, company, tenant } = site;
  for (let n = 0; n < 3; n += 1) await seedVisitor(db, site, { inside: tenant });
  const at = { params: { companyId: company.id } };
  const { data: call } = await as('reception').call(startRollCall, at);
  const [first, second, third] = (call?.people ?? []).map(({ visitId }) => visitId).toSorted((a, b) => a - b);
  const tick = (...visits: (number | undefined)[]) => {
    const ticks = visits.map((visitId = 0) => ({ visitId, isSafe: true, age: 0 }));
    return statusOf(as('reception').call(tickRollCall, { ...at, body: { rollCallId: call?.id ?? 0, ticks } }));
  };
  await tick(first, second);
  const answers = await queuedBehind(db, sql`select from roll_call_tick where visit_id = ${second} for update`, [
    () => tick(first, second, third),
    () => statusOf(as('company').call(endRollCall, { ...at, query: { rollCallId: call?.id ?? 0 } })),
  ]);
  expect(answers).toEqual([200, 200]);
});

test('deletes a company while visitors check in at its kiosk', async () => {
  const { as, db, company, tenant, users } = await building();
  const { body } = visitTo(tenant);
  const kiosk = as('kiosk');
  const answers = await queuedBehind(db, sql`select from user_account where id = ${users.reception.id} for update`, [
    () => statusOf(as('superAdmin').call(deleteCompany, { params: { companyId: company.id } })),
    () =>
      statusOf(
        kiosk.call(registerVisitAtDevice, {
          body: { ...body, nonce: randomUUID(), occurredAt: new Date().toISOString() },
        }),
      ),
  ]);
  expect(answers).toEqual([200, 201]);
});

test('deletes a partner while its user creates a company', async () => {
  const { as, db, company, partner } = await building();
  const answers = await queuedBehind(db, sql`select from company where id = ${company.id} for no key update`, [
    () => statusOf(as('superAdmin').call(deletePartner, { params: { partnerId: partner.id } })),
    () => statusOf(as('partner').call(createCompany, { body: { name: 'New' } }, { idempotencyKey: randomUUID() })),
  ]);
  expect(answers).toEqual([200, 201]);
});

test('deletes a user who sets a new password', async () => {
  const { as, db, users } = await building();
  const { id } = users.reception;
  const link = await makeLink(db, id, new URL(linkPage), validHours.passwordReset);
  const token = link.slice(link.lastIndexOf('/') + 1);
  const password = 'Better-Horse-8?';
  const answers = await queuedBehind(db, sql`select from user_account where id = ${id} for update`, [
    () => statusOf(as('company').call(deleteUser, { params: { userId: id } })),
    () => statusOf(as('signedOut').call(restorePassword, { body: { token, password, confirmPassword: password } })),
  ]);
  expect(answers).toEqual([200, 404]);
});

test('two edits that swap phones of two visitors do not wait for each other', async () => {
  const site = await building();
  const { as, db } = site;
  const [one, other] = [await seedVisitor(db, site), await seedVisitor(db, site)];
  const answer = await db.transaction().execute(async (held) => {
    await sql`update visitor set phone = ${freshPhone()} where id = ${other.id}`.execute(held);
    const { name, phone } = other;
    const body = { name, phone, companyName: 'Baltic Freight' };
    return as('reception').call(updateVisitor, { params: { visitorId: one.id }, body });
  });
  expect(answer).toBeRefused(409, 'visitorWithThisPhoneAlreadyExists');
});

test('imports and checks in many visitors while a phone among them changes', async () => {
  const site = await building();
  const { as, db, tenant } = site;
  const [first, second] = [
    await seedVisitor(db, site, { expectedBy: tenant }),
    await seedVisitor(db, site, { expectedBy: tenant }),
  ];
  const phone = freshPhone();
  const file = csv(`${second.phone};Åse;Fjord\n${phone};Ola;Fjord`);
  const query = { shouldPrintMainBadge: 'false', shouldPrintParkingBadge: 'false' } as const;
  const edit = sql`update visitor set phone = ${phone} where id = ${first.id}`;
  const answers = await queuedBehind<unknown>(db, edit, [
    () => as('reception').call(importVisitors, { params: { tenantId: tenant.id }, query, file }),
    () => as('reception').call(checkInExpected, { body: { ids: [first.id, second.id] } }),
  ]);
  const reason = 'visitorIsAlreadyCheckedIn';
  expect(answers).toMatchObject([
    { status: 200, data: { visitors: [], conflicts: [{ reason }, { reason }] } },
    { status: 200, data: { visitors: [{ id: first.id }, { id: second.id }], conflicts: [] } },
  ]);
});

test('deletes a license folder and locks its kiosks in the order of ids', async () => {
  const site = await building();
  const { as, db, company } = site;
  const folder = await seedFolder(db);
  const [first, second] = [await seedKiosk(db, site), await seedKiosk(db, site)];
  await db.deleteFrom('kiosk').where('id', '=', first.id).execute();
  for (const { id } of [second, first]) {
    const license = await seedLicense(db, folder, { mac: macOf(id) });
    if (id === second.id) await db.updateTable('kiosk').set({ license_id: license.id }).where('id', '=', id).execute();
    // The first row must come last in a scan.
    else
      await sql`
        insert into kiosk (id, company_id, name, hash, license_id, code_expires_at) overriding system value
        values (${id}, ${company.id}, ${first.name}, ${first.hash}, ${license.id}, now())`.execute(db);
  }
  const { deletion } = await db.transaction().execute(async (held) => {
    await sql`select from kiosk where id = ${first.id} for update`.execute(held);
    const deletion = as('superAdmin').call(deleteLicenseFolder, { params: { folderId: folder.id } });
    await untilWaiting(db, 1);
    await sql`select from kiosk where id = ${second.id} for update nowait`.execute(held);
    return { deletion };
  });
  expect(await deletion).toMatchObject({ status: 200 });
});

test('adds the guests of two meetings to each other', async () => {
  const site = await building();
  const { as, db, tenant } = site;
  const guests = [guest(), guest()];
  const meetings = [
    await invited(as('reception'), tenant, { guests: guests.slice(0, 1) }),
    await invited(as('reception'), tenant, { guests: guests.slice(1) }),
  ];
  const held = await db
    .selectFrom('invitation')
    .select('meeting_id')
    .where('company_id', '=', site.company.id)
    .execute();
  const lock = sql`
    select from meeting where id = any(${held.map(({ meeting_id: id }) => id)}::int[]) for update`;
  const add = (place: number) => () =>
    as('reception').call(addGuests, {
      params: { invitationId: meetings[place]?.id ?? 0 },
      body: { guests: guests.slice(1 - place, 2 - place) },
    });
  const answers = await queuedBehind(db, lock, [add(0), add(1)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

test('checks in a guest whose visitor was deleted while others are checked in', async () => {
  const site = await building();
  const { as, db, tenant } = site;
  const startsAt = new Date(Date.now() + 60_000).toISOString();
  const { guests } = await invited(as('reception'), tenant, { startsAt, guests: [guest(), guest()] });
  const [first, second] = guests;
  await sql`update guest set visitor_id = null where visitor_id = ${second?.visitorId}`.execute(db);
  const lock = sql`select from guest where phone = ${second?.phone} for update`;
  const answers = await queuedBehind<unknown>(db, lock, [
    () => as('reception').call(checkInGuests, { body: { ids: guests.map(({ id }) => id) } }),
    () => as('reception').call(checkInExpected, { body: { ids: [first?.visitorId ?? 0, second?.visitorId ?? 0] } }),
  ]);
  expect(answers).toMatchObject([{ status: 200 }, { status: 200 }]);
});

test.for(['imports', 'checks in'] as const)('deletes a tenant while reception %s its expected guest', async (act) => {
  const site = await building();
  const { as, db, tenant } = site;
  const first = await seedVisitor(db, site, { expectedBy: tenant });
  const startsAt = new Date(Date.now() + 60_000).toISOString();
  const { guests } = await invited(as('reception'), tenant, { startsAt });
  const [second] = guests;
  const file = csv(`${first.phone};Åse;Fjord\n${second?.phone};Ola;Fjord`);
  const query = { shouldPrintMainBadge: 'false', shouldPrintParkingBadge: 'false' } as const;
  const acts = {
    imports: () => as('reception').call(importVisitors, { params: { tenantId: tenant.id }, query, file }),
    'checks in': () => as('reception').call(checkInExpected, { body: { ids: [first.id, second?.visitorId ?? 0] } }),
  };
  const answers = await queuedBehind(db, sql`select from visitor where id = ${first.id} for update`, [
    () => statusOf(acts[act]()),
    () => statusOf(as('company').call(deleteTenant, { params: { tenantId: tenant.id } })),
  ]);
  expect(answers).toEqual([200, act === 'imports' ? 200 : 409]);
});
