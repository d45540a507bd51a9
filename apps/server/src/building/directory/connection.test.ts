import {
  connectLoopbooking,
  removeDirectory,
  synchronizeEmployees,
  testLoopbooking,
} from '@vestibule/contract/building/directory.ts';
import { listEmployees } from '@vestibule/contract/building/employee.ts';
import { createEmployee, deleteEmployee, updateEmployee } from '@vestibule/contract/building/employee-edit.ts';
import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import { getTenant } from '@vestibule/contract/building/tenant.ts';
import { authorizeWorkAccount } from '@vestibule/contract/accounts/work-account.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createVault } from '../../platform/db/sealed.ts';
import { type Building, visitTo } from '../../testing/building.ts';
import { access, listedBuilding, somePeople } from '../../testing/listing.ts';
import { queuedBehind } from '../../testing/queued.ts';
import { testSecretKey } from '../../testing/server.ts';
import { int, text, typedSql } from '../../platform/db/typed-sql.ts';

const of = ({ tenant }: Pick<Building, 'tenant'>) => ({ params: { tenantId: tenant.id } });

async function synchronizedBuilding(people = somePeople(4)) {
  const site = await listedBuilding(people);
  const caller = site.as('company');
  await caller.call(connectLoopbooking, { ...of(site), body: access });
  await caller.call(synchronizeEmployees, of(site));
  const employees = async () => (await caller.call(listEmployees, of(site))).data;
  const imported = (await employees()).filter(({ idFromService }) => idFromService !== null);
  return { ...site, caller, employees, imported };
}

test('tests an access key, and refuses a wrong one or one of another vendor’s domain', async () => {
  const site = await listedBuilding([]);
  const company = site.as('company');
  expect((await company.call(testLoopbooking, { body: access })).data).toEqual({ success: true });
  const wrongKey = { ...access, loopbookingCode: 'wrong' };
  expect(await company.call(testLoopbooking, { body: wrongKey })).toBeRefused(400, 'loopbookingTestFailed');
  const readings = site.listing.readings;
  const elsewhere = { ...access, loopbookingDomain: 'loopbooking.test.evil.example' };
  expect(await company.call(testLoopbooking, { body: elsewhere })).toBeRefused(400, 'loopbookingTestFailed');
  expect(await company.call(connectLoopbooking, { ...of(site), body: wrongKey })).toBeRefused(
    400,
    'loopbookingTestFailed',
  );
  expect(site.listing.readings).toBe(readings + 1);
  expect((await company.call(getTenant, of(site))).data.type).toBeNull();
});

test('names the missing fields of a connection', async () => {
  const site = await listedBuilding([]);
  const body = { loopbookingDomain: ' ', loopbookingCode: '' };
  const refused = await site.as('company').call(testLoopbooking, { body });
  expect(refused).toBeRefused(400, 'validation');
  expect(refused.problem?.fields).toEqual({
    loopbookingDomain: 'loopbookingDomainRequired',
    loopbookingCode: 'loopbookingCodeRequired',
  });
});

test('allows a user and a network ten tests an hour', async () => {
  const site = await listedBuilding([]);
  const tests = (from: string, role: 'company' | 'reception') =>
    site.as(role).call(testLoopbooking, { body: access }, { from });
  for (let count = 0; count < 10; count += 1) {
    expect(await tests(`203.0.113.${count}`, 'company')).toMatchObject({ status: 200 });
  }
  const refused = await tests('203.0.113.99', 'company');
  expect(refused).toBeRefused(429, 'tooManyRequests');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
  expect(await tests('203.0.113.98', 'reception')).toMatchObject({ status: 200 });
});

test('a connected tenant never shows its access key, which only the external key opens', async () => {
  const site = await listedBuilding(somePeople(1));
  const { data } = await site.as('company').call(connectLoopbooking, { ...of(site), body: access });
  expect(data).toMatchObject({
    tenant: { type: 'loopbooking', loopbookingDomain: access.loopbookingDomain, hasLoopbookingCode: true },
    conflicts: [],
  });
  expect(JSON.stringify(data)).not.toContain(access.loopbookingCode);
  const { loopbooking_code: sealed } = await site.db
    .selectFrom('tenant')
    .select('loopbooking_code')
    .where('id', '=', site.tenant.id)
    .executeTakeFirstOrThrow();
  expect(sealed?.toString('latin1')).not.toContain(access.loopbookingCode);
  const vault = createVault(testSecretKey);
  expect(vault.open(`tenant.loopbooking_code:${site.tenant.id}`, sealed ?? Buffer.of())).toBe(access.loopbookingCode);
  expect(() => vault.open(`tenant.loopbooking_code:${site.neighbor.id}`, sealed ?? Buffer.of())).toThrow(
    'sealed for another place',
  );
});

test('refuses to connect a connected tenant again, to any directory', async () => {
  const site = await synchronizedBuilding();
  const others = [{}, { loopbookingDomain: 'other.loopbooking.test' }, { loopbookingCode: 'another-key' }];
  for (const other of others) {
    expect(await site.caller.call(connectLoopbooking, { ...of(site), body: { ...access, ...other } })).toBeRefused(
      409,
      'integrationAlreadySet',
    );
  }
  const query = { purpose: 'directory', tenantId: site.tenant.id, type: 'office365', groupId: 'group' } as const;
  const detail: unknown = expect.stringContaining('Remove that integration first');
  expect(await site.caller.call(authorizeWorkAccount, { query })).toBeRefused(409, 'integrationAlreadySet', { detail });
});

test('of two simultaneous connections of a tenant, one succeeds', async () => {
  const site = await listedBuilding(somePeople(2));
  const caller = site.as('company');
  const connect = () => caller.call(connectLoopbooking, { ...of(site), body: access });
  const attempts = await Promise.all([connect(), connect()]);
  expect(new Set(attempts.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const entries = await site.db
    .selectFrom('audit_entry')
    .select('id')
    .where('action', '=', 'directory.connected')
    .where('subject_id', '=', site.tenant.id)
    .execute();
  expect(entries).toHaveLength(1);
});

test('after the directory refused the access key, a new one restores the connection', async () => {
  const site = await synchronizedBuilding();
  site.listing.code = 'the-new-key';
  await site.caller.call(synchronizeEmployees, of(site));
  const renewed = { ...access, loopbookingCode: 'the-new-key' };
  const other = { ...renewed, loopbookingDomain: 'other.loopbooking.test' };
  expect(await site.caller.call(connectLoopbooking, { ...of(site), body: other })).toBeRefused(
    409,
    'integrationAlreadySet',
  );
  expect(await site.caller.call(connectLoopbooking, { ...of(site), body: renewed })).toMatchObject({ status: 200 });
  expect((await site.caller.call(synchronizeEmployees, of(site))).data).toMatchObject({ added: 0, removed: 0 });
});

test('a new access key also helps if the first preview was refused', async () => {
  const site = await listedBuilding(somePeople(2));
  const caller = site.as('company');
  await caller.call(connectLoopbooking, { ...of(site), body: access });
  site.listing.code = 'the-new-key';
  const preview = () => caller.call(synchronizeEmployees, { ...of(site), query: { preview: 'true' } });
  expect(await preview()).toBeRefused(502, 'consentRevoked');
  const body = { ...access, loopbookingCode: 'the-new-key' };
  expect(await caller.call(connectLoopbooking, { ...of(site), body })).toMatchObject({ status: 200 });
  expect((await preview()).data).toMatchObject({ added: 2 });
});

test('employees of a directory cannot be edited or deleted by hand', async () => {
  const site = await synchronizedBuilding();
  const params = { employeeId: site.imported[0]?.id ?? 0 };
  const body = { name: 'Other', email: 'other@aurora.test' };
  expect(await site.caller.call(updateEmployee, { params, body })).toBeRefused(403, 'employeeIsSynchronised');
  expect(await site.caller.call(deleteEmployee, { params })).toBeRefused(403, 'employeeIsSynchronised');
});

test('removing the integration keeps employees as if they had been added by hand', async () => {
  const site = await synchronizedBuilding();
  const before = await site.employees();
  const { data } = await site.caller.call(removeDirectory, { ...of(site), body: { shouldDeleteEmployees: false } });
  expect(data).toMatchObject({ type: null, loopbookingDomain: null, hasLoopbookingCode: false, lastSyncAt: null });
  expect(await site.employees()).toEqual(before.map((employee) => ({ ...employee, idFromService: null })));
  const params = { employeeId: site.imported[0]?.id ?? 0 };
  expect(await site.caller.call(deleteEmployee, { params })).toMatchObject({ status: 200 });
});

test('connecting the same directory again links the kept employees, even edited ones', async () => {
  const site = await synchronizedBuilding();
  const [first] = site.imported;
  await site.caller.call(removeDirectory, { ...of(site), body: { shouldDeleteEmployees: false } });
  const params = { employeeId: first?.id ?? 0 };
  await site.caller.call(updateEmployee, { params, body: { name: 'By hand', email: 'hand@aurora.test' } });
  const { data: again } = await site.caller.call(connectLoopbooking, { ...of(site), body: access });
  expect(again.conflicts).toEqual([]);
  const { data } = await site.caller.call(synchronizeEmployees, of(site));
  expect(data).toMatchObject({ added: 0, changed: site.imported.length, removed: 0, conflicts: [] });
  expect(await site.employees()).toEqual(expect.arrayContaining(site.imported));
  expect((await site.caller.call(synchronizeEmployees, of(site))).data).toMatchObject({ changed: 0, conflicts: [] });
});

test('a kept employee who then leaves the directory stays as added by hand', async () => {
  const site = await synchronizedBuilding();
  await site.caller.call(removeDirectory, { ...of(site), body: { shouldDeleteEmployees: false } });
  const [gone] = site.listing.people.splice(0, 1);
  await site.caller.call(connectLoopbooking, { ...of(site), body: access });
  expect((await site.caller.call(synchronizeEmployees, of(site))).data).toMatchObject({ added: 0, removed: 0 });
  const kept = (await site.employees()).find(({ name }) => name === gone?.name);
  expect(kept).toMatchObject({ idFromService: null });
});

test('matches no employee of one directory with a member of another', async () => {
  const site = await synchronizedBuilding();
  await site.caller.call(removeDirectory, { ...of(site), body: { shouldDeleteEmployees: true } });
  site.listing.people = [{ id: 'person-0', name: 'Another person', email: 'else@aurora.test' }];
  const body = { ...access, loopbookingDomain: 'other.loopbooking.test' };
  expect(await site.caller.call(connectLoopbooking, { ...of(site), body })).toMatchObject({ status: 200 });
  const { data } = await site.caller.call(synchronizeEmployees, of(site));
  const added = data.employees.find(({ idFromService }) => idFromService === 'person-0');
  expect(added?.name).toBe('Another person');
  expect(site.imported.map(({ id }) => id)).not.toContain(added?.id);
});

test('removing the integration with its employees deletes only those', async () => {
  const site = await synchronizedBuilding();
  const body = { name: 'By hand', email: 'hand@aurora.test' };
  const { data: byHand } = await site.caller.call(createEmployee, { ...of(site), body });
  await site.caller.call(removeDirectory, { ...of(site), body: { shouldDeleteEmployees: true } });
  expect(new Set((await site.employees()).map(({ id }) => id))).toEqual(new Set([site.employee.id, byHand.id]));
  expect(await site.caller.call(connectLoopbooking, { ...of(site), body: access })).toMatchObject({ status: 200 });
  await site.caller.call(synchronizeEmployees, of(site));
  expect(await site.employees()).toEqual(expect.arrayContaining(site.imported));
});

test('keeps an employee with a visitor when the others are deleted', async () => {
  const site = await synchronizedBuilding();
  const reception = site.as('reception');
  const employeeId = site.imported[0]?.id ?? 0;
  const { data } = await reception.call(registerVisit, visitTo(site.tenant, { employeeId }));
  const remove = (shouldDeleteEmployees: boolean) =>
    site.caller.call(removeDirectory, { ...of(site), body: { shouldDeleteEmployees } });
  const refused = await remove(true);
  expect(refused).toBeRefused(409, 'currentVisitRecords');
  expect(refused.problem?.reasons).toEqual(['currentVisitRecords']);
  expect(await site.employees()).toHaveLength(5);
  expect((await site.caller.call(getTenant, of(site))).data.type).toBe('loopbooking');
  await reception.call(checkOutVisitor, { params: { visitorId: data.visitor.id } });
  expect(await remove(true)).toMatchObject({ status: 200 });
  expect(await site.employees()).toHaveLength(1);
  expect(await remove(true)).toBeRefused(409, 'noIntegration');
});

test('deletes employees while a visit to one of them is deleted', async () => {
  const site = await synchronizedBuilding();
  const reception = site.as('reception');
  const employeeId = site.imported[0]?.id ?? 0;
  const { data } = await reception.call(registerVisit, visitTo(site.tenant, { employeeId }));
  await reception.call(checkOutVisitor, { params: { visitorId: data.visitor.id } });
  const forgotten = sql`delete from visit where employee_id = ${employeeId}`;
  const body = { shouldDeleteEmployees: true };
  const [removed] = await queuedBehind(site.db, forgotten, [
    () => site.caller.call(removeDirectory, { ...of(site), body }),
  ]);
  expect(removed).toMatchObject({ status: 200 });
  expect(await site.employees()).toHaveLength(1);
});

test('logs each act by ids only', async () => {
  const site = await synchronizedBuilding(somePeople(2));
  await site.caller.call(removeDirectory, { ...of(site), body: { shouldDeleteEmployees: true } });
  const { rows } = await typedSql({ action: text, count: int })`
    select action, count(*)::int as count from audit_entry
    where company_id = ${site.company.id} and action ~ '^(directory|employee)' group by action order by action`.execute(
    site.db,
  );
  expect(rows).toEqual([
    { action: 'directory.connected', count: 1 },
    { action: 'directory.removed', count: 1 },
    { action: 'directory.synchronized', count: 1 },
    { action: 'employee.created', count: 2 },
    { action: 'employee.deleted', count: 2 },
  ]);
});
