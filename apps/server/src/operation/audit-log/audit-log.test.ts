import { exportAuditEntries, listAuditEntries } from '@vestibule/contract/operation/audit.ts';
import { deleteCompany } from '@vestibule/contract/accounts/company-edit.ts';
import { createTenant, renameTenant } from '@vestibule/contract/building/tenant.ts';
import { eraseVisitorData } from '@vestibule/contract/visits/data-request.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Db, scopesOf, transaction } from '../../platform/db/database.ts';
import { building, type Building, seedVisitor, signedIn } from '../../testing/building.ts';
import { seedKiosk } from '../../testing/kiosks.ts';
import { audit } from '../../platform/audit/audit.ts';
import { listEntries } from './audit-log.store.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';

async function seedEntries({ db, company, users }: Building, amount: number, at = sql`now()`): Promise<void> {
  await sql`
    insert into audit_entry (company_id, user_id, role, action, subject, subject_id, at)
    select ${company.id}, ${users.company.id}, 'company', 'tenant.renamed', 'tenant', number, ${at}
    from generate_series(1, ${amount}::int) as number`.execute(db);
}

const renameMany = async (db: Db, { company, users, tenant }: Building) => {
  const act = { action: 'tenant.renamed', companyId: company.id, subject: 'tenant', subjectId: tenant.id } as const;
  for (let number = 0; number < 3; number++) await audit(db, { userId: users.company.id, role: 'company' }, act);
};

test('lists the log of a company from the newest entry to the oldest, with actor and action', async () => {
  const site = await building();
  const { as, company, tenant, users } = site;
  const { data: created } = await as('superAdmin').call(createTenant, {
    params: { companyId: company.id },
    body: { name: 'Newcomers' },
  });
  await as('company').call(renameTenant, { params: { tenantId: tenant.id }, body: { name: 'Renamed' } });
  const { data } = await as('company').call(listAuditEntries, { query: { companyId: company.id } });
  const [renaming, creating] = [
    { action: 'tenant.renamed', subjectId: tenant.id, userId: users.company.id, userEmail: users.company.email },
    { action: 'tenant.created', subjectId: created.id, userId: users.superAdmin.id, userEmail: users.superAdmin.email },
  ];
  expect(data).toMatchObject([
    { ...renaming, role: 'company', subject: 'tenant', companyId: company.id },
    { ...creating, role: 'superAdmin', subject: 'tenant', companyId: company.id },
  ]);
  expect(Math.abs(Date.parse(data[0]?.at ?? '') - Date.now())).toBeLessThan(60_000);
});

test('pages list each entry once, even while others are written', async () => {
  const site = await building();
  // Several per millisecond, the precision of a cursor.
  await seedEntries(site, 25, sql`now() - interval '1 second' + number * interval '1 microsecond'`);
  const caller = site.as('company');
  const read: number[] = [];
  let cursor: string | undefined;
  do {
    const query = { companyId: site.company.id, limit: '10', ...(cursor !== undefined && { cursor }) };
    const { data, page } = await caller.call(listAuditEntries, { query });
    read.push(...data.map(({ subjectId }) => subjectId ?? 0));
    expect(page).toMatchObject({ totalIsExact: true });
    cursor = page?.next ?? undefined;
    await renameMany(site.db, site);
  } while (cursor !== undefined);
  expect(read).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index));
});

test('answers one page when no limit is given', async () => {
  const site = await building();
  await seedEntries(site, 201);
  const { data, page } = await site.as('company').call(listAuditEntries, { query: { companyId: site.company.id } });
  expect(data).toHaveLength(200);
  expect(page).toMatchObject({ total: 201, totalIsExact: true });
  expect(page?.next).not.toBeNull();
});

test('filters by actor, by action and by both', async () => {
  const site = await building();
  const { as, company, tenant, users } = site;
  const read = async (filter: { userId?: number; kioskId?: number; action?: 'tenant.renamed' | 'tenant.created' }) => {
    const query = { companyId: company.id, ...filter };
    const { data, page } = await as('superAdmin').call(listAuditEntries, { query });
    expect(page?.total).toBe(data.length);
    return data.map(({ action, role }) => `${role} ${action}`);
  };
  for (const role of ['superAdmin', 'company'] as const) {
    await as(role).call(createTenant, { params: { companyId: company.id }, body: { name: `Of ${role}` } });
    await as(role).call(renameTenant, { params: { tenantId: tenant.id }, body: { name: `By ${role}` } });
  }
  // A kiosk can have the id of a user.
  const seen = { action: 'visit.checkedIn', companyId: company.id, subject: 'visit', subjectId: 1 } as const;
  await audit(site.db, { userId: users.company.id, role: 'kiosk' }, seen);
  expect(await read({ userId: users.company.id })).toEqual(['company tenant.renamed', 'company tenant.created']);
  expect(await read({ kioskId: users.company.id })).toEqual(['kiosk visit.checkedIn']);
  const { data } = await as('company').call(listAuditEntries, {
    query: { companyId: company.id, kioskId: users.company.id },
  });
  expect(data).toMatchObject([{ userId: users.company.id, userEmail: null }]);
  expect(await read({ action: 'tenant.created' })).toEqual(['company tenant.created', 'superAdmin tenant.created']);
  expect(await read({ userId: users.superAdmin.id, action: 'tenant.renamed' })).toEqual(['superAdmin tenant.renamed']);
  expect(await read({ userId: users.reception.id })).toEqual([]);
});

test('the days of the filter are whole days of the building, both included', async () => {
  const site = await building();
  const moments = ['2026-03-01T22:59:59.999Z', '2026-03-01T23:00:00Z', '2026-03-03T22:59:59.999Z', '2026-03-03T23:00Z'];
  for (const moment of moments) await seedEntries(site, 1, sql`${moment}::timestamptz`);
  const read = async (query: { from?: string; to?: string }) => {
    const { data } = await site
      .as('company')
      .call(listAuditEntries, { query: { companyId: site.company.id, ...query } });
    return data.map(({ at }) => at.slice(0, 10));
  };
  expect(await read({ from: '2026-03-02', to: '2026-03-03' })).toEqual(['2026-03-03', '2026-03-01']);
  expect(await read({ from: '2026-03-03' })).toEqual(['2026-03-03', '2026-03-03']);
  expect(await read({ to: '2026-03-01' })).toEqual(['2026-03-01']);
  expect(await read({ from: '2026-03-03', to: '2026-03-02' })).toEqual([]);
});

test('a subject has its current name, and none once it is erased', async () => {
  const site = await building();
  const { as, company, tenant, employee, users } = site;
  const visitor = await seedVisitor(site.db, site, { name: 'Åse Ødegård', inside: tenant });
  const visit = await site.db
    .selectFrom('visit')
    .select('id')
    .where('visitor_id', '=', visitor.id)
    .executeTakeFirstOrThrow();
  const kiosk = await seedKiosk(site.db, site);
  const names = [
    ['user', users.reception.id, users.reception.email],
    ['company', company.id, company.name],
    ['tenant', tenant.id, tenant.name],
    ['employee', employee.id, employee.name],
    ['visitor', visitor.id, 'Åse Ødegård'],
    ['visit', visit.id, 'Åse Ødegård'],
    ['kiosk', kiosk.id, kiosk.name],
    ['message', 1, null],
  ] as const;
  for (const [subject, subjectId] of names) {
    await audit(
      site.db,
      { userId: users.company.id, role: 'company' },
      { action: 'visitor.listed', companyId: company.id, subject, subjectId },
    );
  }
  const read = async () => {
    const { data } = await as('company').call(listAuditEntries, { query: { companyId: company.id } });
    return data.toReversed().map((entry) => [entry.subject, entry.subjectId, entry.subjectName]);
  };
  expect(await read()).toEqual(names);
  await as('company').call(eraseVisitorData, { params: { visitorId: visitor.id } });
  const erased = (await read()).filter(
    ([subject, , name]) => (subject === 'visitor' || subject === 'visit') && name !== null,
  );
  expect(erased).toEqual([]);
  const { csv } = (await as('company').call(exportAuditEntries, { query: { companyId: company.id } })).data;
  expect(csv).not.toContain(tenant.name);
});

test('a page of old days does not read newer entries', async () => {
  const site = await building();
  await seedEntries(site, 1_000, sql`'2026-03-01T08:30:00Z'::timestamptz + number * interval '1 second'`);
  await seedEntries(site, 3_000);
  await sql`analyze audit_entry`.execute(site.db);
  const companyIds = [site.company.id];
  const admin = { userId: 0, role: 'company', companyIds, partnerId: null, tenantId: null } as const;
  const filter = { companyId: site.company.id, to: '2026-03-02' };
  for (const where of [
    filter,
    { ...filter, action: 'tenant.renamed' as const },
    { ...filter, userId: site.users.company.id },
  ]) {
    const read = await transaction(scopesOf(site.server.database)(companyIds), async (db) => {
      expect(
        await listEntries(db, admin, { ...where, timeZone: 'Europe/Oslo' }, { beforeId: undefined, limit: 11 }),
      ).toHaveLength(11);
      const { rows } = await typedSql({ read: int })`
        select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'audit_entry'`.execute(
        db,
      );
      return rows[0]?.read;
    });
    expect(read).toBeLessThan(1_000);
  }
});

test.for(['from=2026-02-30', 'from=0000-01-01', 'to=yesterday', 'userId=0', 'action=user.forgotten', 'search=x'])(
  'refuses a filter of %s',
  async (filter) => {
    const { as, company } = await building();
    const url = `/api/v1/audit?companyId=${company.id}&${filter}`;
    expect((await as('company').send({ method: 'GET', url })).statusCode).toBe(400);
  },
);

test('a company sees only its own log', async () => {
  const site = await building();
  const { as, elsewhere } = site;
  await renameMany(site.db, { ...site, ...elsewhere });
  const theirs = { query: { companyId: elsewhere.company.id } };
  expect(await as('company').call(listAuditEntries, theirs)).toBeRefused(404, 'notFound');
  expect(await as('company').call(exportAuditEntries, theirs)).toBeRefused(404, 'notFound');
  expect(await as('company').call(listAuditEntries, {})).toBeRefused(403, 'notAllowed');
  expect(await as('company').call(exportAuditEntries, {})).toBeRefused(403, 'notAllowed');
});

test('other callers cannot read the log of a company', async () => {
  const { as, company } = await building();
  for (const role of ['partner', 'reception', 'tenant'] as const) {
    const input = { query: { companyId: company.id } };
    expect(await as(role).call(listAuditEntries, input)).toBeRefused(403, 'notAllowed');
    expect(await as(role).call(exportAuditEntries, input)).toBeRefused(403, 'notAllowed');
    expect(await as(role).call(listAuditEntries, {})).toBeRefused(403, 'notAllowed');
  }
});

test('a superAdmin sees the entries of all companies, and those without a company', async () => {
  const site = await building();
  await renameMany(site.db, site);
  await renameMany(site.db, { ...site, ...site.elsewhere });
  const act = { action: 'licenseFolder.created', companyId: null, subject: 'licenseFolder', subjectId: 1 } as const;
  await audit(site.db, { userId: site.users.superAdmin.id, role: 'superAdmin' }, act);
  const { data } = await site.as('superAdmin').call(listAuditEntries, { query: { limit: '7' } });
  const { company, elsewhere } = site;
  const [own, other] = [company.id, elsewhere.company.id];
  expect(data.map(({ companyId }) => companyId)).toEqual([null, other, other, other, own, own, own]);
});

test('a superAdmin can read the log of a deleted company, without the e-mails of its users', async () => {
  const site = await building();
  const { as, company, users } = site;
  const theirs = as('company');
  const input = { query: { companyId: company.id } };
  await renameMany(site.db, site);
  expect((await theirs.call(listAuditEntries, input)).data).toHaveLength(3);
  await as('superAdmin').call(deleteCompany, { params: { companyId: company.id } });
  const { data } = await as('superAdmin').call(listAuditEntries, input);
  expect(data.map(({ action }) => action)).toEqual([
    'company.deleted',
    'tenant.renamed',
    'tenant.renamed',
    'tenant.renamed',
  ]);
  expect(data[1]).toMatchObject({ userId: users.company.id, userEmail: null });
  expect((await as('superAdmin').call(exportAuditEntries, input)).data.csv).toContain('company.deleted');
  expect(await theirs.call(listAuditEntries, input)).toBeRefused(401, 'notSignedIn');
  expect(
    await signedIn(site.server, users.superAdmin.id).call(listAuditEntries, { query: { companyId: 2_000_000_000 } }),
  ).toBeRefused(404, 'notFound');
});

test('exports the matching entries in a file, newest first', async () => {
  const site = await building();
  const { company, users } = site;
  await seedEntries(site, 1, sql`'2026-03-01T08:30:00Z'::timestamptz`);
  await seedEntries(site, 1, sql`'2026-03-02T08:30:00Z'::timestamptz`);
  const query = { companyId: company.id, from: '2026-03-02' };
  const { data } = await site.as('company').call(exportAuditEntries, { query });
  expect(data.csv.split('\r\n')).toEqual([
    '\uFEFFWhen (UTC);User;E-mail;Role;What;Thing;Number;Company',
    `2026-03-02T08:30:00.000Z;${users.company.id};${users.company.email};company;tenant.renamed;tenant;1;${company.id}`,
    '',
  ]);
});

test.for(['=cmd|1@test.example', '+47@test.example', '-1@test.example', '@sum@test.example'])(
  'the e-mail address %s is not exported as a formula',
  async (email) => {
    const site = await building();
    await renameMany(site.db, site);
    await site.db.updateTable('user_account').set({ email }).where('id', '=', site.users.company.id).execute();
    const { data } = await site.as('company').call(exportAuditEntries, { query: { companyId: site.company.id } });
    expect(data.csv).toContain(`;'${email};`);
  },
);

test('streams an export without a known length', async () => {
  const site = await building();
  await seedEntries(site, 2);
  const url = `/api/v1/audit/export?companyId=${site.company.id}`;
  const { headers } = await site.as('company').send({ method: 'GET', url });
  expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  expect(headers).not.toHaveProperty('content-length');
});

test('exports more entries than one read returns, each once', async () => {
  const site = await building();
  await seedEntries(site, 2_001);
  const { data } = await site.as('company').call(exportAuditEntries, { query: { companyId: site.company.id } });
  const numbers = data.csv
    .split('\r\n')
    .slice(1, -1)
    .map((line) => Number(line.split(';')[6]));
  expect(numbers).toEqual(Array.from({ length: 2_001 }, (_, index) => 2_001 - index));
});
