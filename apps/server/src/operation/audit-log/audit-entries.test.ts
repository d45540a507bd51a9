import { permissions } from '@vestibule/contract/platform/access.ts';
import type { AuditAction } from '@vestibule/contract/platform/audit-words.ts';
import { type EndpointName, endpoints } from '@vestibule/contract/endpoints.ts';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { printCurrentVisitors } from '@vestibule/contract/visits/roll-call.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { building, type Building, seedVisitor, visitTo } from '../../testing/building.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { idsOf, tryProbe } from '../../testing/probes.ts';
import { startServer } from '../../testing/server.ts';

const entriesOf = ({ db, company }: Building) =>
  db.selectFrom('audit_entry').selectAll().where('company_id', '=', company.id).orderBy('id').execute();

const acts = {
  createTenant: 'tenant.created',
  renameTenant: 'tenant.renamed',
  createEmployee: 'employee.created',
  updateEmployee: 'employee.changed',
  deleteEmployee: 'employee.deleted',
  lookUpPhone: 'visitor.lookedUp',
  printCurrentVisitors: 'visitor.printed',
  updateVisitor: 'visitor.changed',
  deleteVisitor: 'visitor.deleted',
  registerVisit: 'visit.checkedIn',
  checkOutVisitor: 'visit.checkedOut',
  printBadge: 'visitor.badgePrinted',
  exportVisitorData: 'visitor.exported',
  eraseVisitorData: 'visitor.erased',
  exportDataOfPhone: 'visitor.exported',
  eraseDataOfPhone: 'visitor.erased',
  checkOutByBadge: 'visit.checkedOut',
  lookUpPass: 'visitor.lookedUp',
} satisfies Partial<Record<EndpointName, string>>;

const audited = Object.entries(acts).flatMap(([name, action]) =>
  Object.keys(endpoints)
    .filter((known): known is EndpointName => known === name)
    .map((name) => ({ name, action })),
);

test.for(audited)(
  'logs $name in the audit log of the company as $action, with actor and row',
  async ({ name, action }) => {
    const site = await building();
    for (const role of ['superAdmin', 'company'] as const) {
      expect(permissions[endpoints[name].access][role]).not.toBe('none');
      await tryProbe(site.as(role), name, await idsOf(site.db, site, name), site);
      const entry = (await entriesOf(site)).at(-1);
      expect(entry).toMatchObject({ action, user_id: site.users[role].id, role });
      if (name === 'deleteEmployee') return;
    }
  },
);

const others = [
  ['renameCompany', 'company.renamed'],
  ['setCompanyPreferences', 'company.configured'],
  ['dismissFirstSteps', 'company.configured'],
  ['setTenantLogo', 'tenant.logoChanged'],
  ['setBackupEmployee', 'tenant.backupEmployeeChanged'],
  ['setEmployeePhoto', 'employee.photoChanged'],
  ['uploadImage', 'image.uploaded'],
  ['deleteImage', 'image.deleted'],
  ['exportPastVisits', 'visit.exported'],
  ['rebootKiosk', 'kiosk.rebooted'],
  ['upgradeAllKiosks', 'kiosk.upgraded'],
  ['detachPartner', 'partner.detached'],
  ['attachPartner', 'partner.attached'],
] as const satisfies [EndpointName, AuditAction][];

const ofNoCompany = [
  ['setOwnName', 'user.renamed'],
  ['createPartner', 'partner.created'],
  ['renamePartner', 'partner.renamed'],
  ['describeLicense', 'license.described'],
  ['deletePartner', 'partner.deleted'],
] as const satisfies [EndpointName, AuditAction][];

test('logs changes of buildings, kiosks and partners, for the company if there is one', async () => {
  const site = await building();
  const { data: created } = await tryProbe(
    site.as('superAdmin'),
    'createCompany',
    await idsOf(site.db, site, 'createCompany'),
    site,
  );
  for (const [name] of [...others, ...ofNoCompany]) {
    const { problem } = await tryProbe(site.as('superAdmin'), name, await idsOf(site.db, site, name), site);
    expect(problem).toBeNull();
  }
  await tryProbe(site.as('company'), 'leaveCompany', await idsOf(site.db, site, 'leaveCompany'), site);
  const entries = await site.db
    .selectFrom('audit_entry')
    .select(['action', 'company_id'])
    .where('user_id', 'in', [site.users.superAdmin.id, site.users.company.id])
    .orderBy('id')
    .execute();
  expect(entries).toContainEqual({ action: 'company.created', company_id: created.id });
  const own = entries.filter(({ company_id: of }) => of === site.company.id);
  expect(own.map(({ action }) => action)).toEqual(
    expect.arrayContaining([...others.map(([, action]) => action), 'company.left']),
  );
  const none = await site.db
    .selectFrom('system_audit_entry')
    .select('action')
    .where('user_id', '=', site.users.superAdmin.id)
    .orderBy('id')
    .execute();
  expect(none.map(({ action }) => action)).toEqual(ofNoCompany.map(([, action]) => action));
});

test('does not log a refused call', async () => {
  const site = await building();
  const { phone } = await seedVisitor(site.db, site, { inside: site.tenant });
  await site.as('reception').call(registerVisit, visitTo(site.tenant, { phone }));
  await site.as('reception').call(registerVisit, visitTo(site.tenant, { phone: '12' }));
  await site.as('tenant').call(printCurrentVisitors, { params: { companyId: site.company.id } });
  expect(await entriesOf(site)).toEqual([]);
});

test('a change fails if its audit entry cannot be written', async () => {
  const server = await startServer();
  const site = await building(server);
  await sql`create function refuse_entry() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`.execute(
    site.db,
  );
  await sql`create trigger refuse_entry before insert on audit_entry for each row execute function refuse_entry()`.execute(
    site.db,
  );
  onTestFinished(async () => {
    await sql`drop trigger refuse_entry on audit_entry`.execute(site.db);
    await sql`drop function refuse_entry`.execute(site.db);
  });
  const tables = ['tenant', 'employee', 'visitor', 'visit', 'live_outbox', 'live_event'] as const;
  const rows = () =>
    Promise.all(
      tables.map((table) =>
        site.db
          .selectFrom(table)
          .selectAll()
          .orderBy(sql`1, 2`)
          .execute(),
      ),
    );
  const prepared = await Promise.all(
    audited.map(async ({ name }) => ({ name, ids: await idsOf(site.db, site, name) })),
  );
  const before = await rows();
  for (const { name, ids } of prepared)
    expect(await tryProbe(site.as('company'), name, ids, site)).toBeRefused(500, 'unexpected');
  expect(await rows()).toEqual(before);
});

test('the log contains ids and no personal data', async () => {
  const site = await building();
  const visit = visitTo(site.tenant, { name: 'Secret Visitor', companyName: 'Secret Company', phone: freshPhone() });
  await site.as('superAdmin').call(registerVisit, visit);
  await site
    .as('superAdmin')
    .call(listVisitors, { params: { companyId: site.company.id }, query: { search: 'secret' } });
  const entries = await entriesOf(site);
  expect(entries).toHaveLength(2);
  for (const entry of entries) {
    const words = Object.values(entry).filter((value): value is string => typeof value === 'string');
    expect(words.filter((word) => !/^[a-zA-Z]+(\.[a-zA-Z]+)?$|^\d{4}-.*Z$/.test(word))).toEqual([]);
  }
});
