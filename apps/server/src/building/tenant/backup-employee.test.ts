import { deleteEmployee } from '@vestibule/contract/building/employee-edit.ts';
import { getTenant, setBackupEmployee } from '@vestibule/contract/building/tenant.ts';
import { expect, test } from 'vitest';
import { building, type Building, seedVisit, seedVisitor } from '../../testing/building.ts';
import { patientBuilding } from '../../testing/escalation.ts';
import { listeningBuilding, openLive } from '../../testing/live.ts';

const choose = (
  { tenant, as }: Pick<Building, 'tenant' | 'as'>,
  employeeId: number | null,
  { role = 'company' as const, previous }: { role?: Parameters<Building['as']>[0]; previous?: number | null } = {},
) =>
  as(role).call(setBackupEmployee, {
    params: { tenantId: tenant.id },
    body: { employeeId, ...(previous !== undefined && { previous }) },
  });

const entriesOf = ({ db, company }: Building) =>
  db
    .selectFrom('audit_entry')
    .select(['role', 'user_id', 'subject_id'])
    .where('company_id', '=', company.id)
    .where('action', '=', 'tenant.backupEmployeeChanged')
    .orderBy('id')
    .execute();

test('managers and the tenant choose the backup employee, and reception does not', async () => {
  const site = await building();
  const { employee, tenant, users } = site;
  const chosen = { id: employee.id, name: employee.name };
  expect((await choose(site, employee.id)).data.backupEmployee).toEqual(chosen);
  expect((await choose(site, null, { role: 'tenant' })).data.backupEmployee).toBeNull();
  await choose(site, employee.id, { role: 'partner' });
  const { data } = await site.as('reception').call(getTenant, { params: { tenantId: tenant.id }, query: {} });
  expect(data.backupEmployee).toEqual(chosen);
  expect(await choose(site, null, { role: 'reception' })).toBeRefused(403, 'notAllowed');
  expect(await choose({ ...site, tenant: site.elsewhere.tenant }, null)).toBeRefused(404, 'notFound');
  expect((await entriesOf(site)).map(({ role }) => role)).toEqual(['company', 'tenant', 'partner']);
  expect((await entriesOf(site))[0]).toEqual({ role: 'company', user_id: users.company.id, subject_id: tenant.id });
});

test('refuses employees of other tenants, and a change of another user', async () => {
  const site = await building();
  for (const id of [site.neighborEmployee.id, site.elsewhere.employee.id, 999_999_999]) {
    expect(await choose(site, id)).toBeRefused(404, 'notFound');
  }
  await choose(site, site.employee.id, { previous: null });
  expect(await choose(site, null, { previous: null })).toBeRefused(409, 'changedMeanwhile');
  expect((await choose(site, null, { previous: site.employee.id })).status).toBe(200);
});

test('a backup employee who is deleted is cleared, and the audit log tells it', async () => {
  const site = await patientBuilding({}, await listeningBuilding());
  const { employee, tenant, company } = site;
  await choose(site, employee.id);
  const host = await site.colleague('Host');
  const visitor = await seedVisitor(site.db, site);
  const visitId = await seedVisit(site.db, visitor, { tenant, host });
  await site.db
    .insertInto('escalation')
    .values({ visit_id: visitId, company_id: company.id, due_at: new Date(Date.now() + 60_000) })
    .execute();
  const desk = await openLive(site.as('reception'), { companyId: company.id });
  expect((await site.as('company').call(deleteEmployee, { params: { employeeId: employee.id } })).status).toBe(200);
  const { data } = await site.as('company').call(getTenant, { params: { tenantId: tenant.id }, query: {} });
  expect(data.backupEmployee).toBeNull();
  expect((await entriesOf(site)).map(({ role }) => role)).toEqual(['company', 'system']);
  const { payload } = await desk.until(({ event }) => event === 'visitors_update');
  expect(payload).toMatchObject([{ id: visitor.id }]);
});
