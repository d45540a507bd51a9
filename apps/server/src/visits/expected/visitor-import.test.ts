import { int, moment, typedSql } from '../../platform/db/typed-sql.ts';
import { importLimits } from '@vestibule/contract/platform/conflict.ts';
import { deleteEmployee } from '@vestibule/contract/building/employee-edit.ts';
import { checkOutVisitor } from '@vestibule/contract/visits/registration.ts';
import { checkInExpected, importVisitors } from '@vestibule/contract/visits/expected.ts';
import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building, type Building, seedUser, seedVisitor, signedIn } from '../../testing/building.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { csv } from '../../testing/files.ts';
import { listeningBuilding, openLive, register, visitorsIn } from '../../testing/live.ts';
import { changeSettings } from '../../testing/settings.ts';
import { countStatements } from '../../testing/statements.ts';
import { buildingTime } from '../../platform/values/building-time.ts';
import { readTypedTime } from './typed-time.ts';

const noBadges = { shouldPrintMainBadge: 'false', shouldPrintParkingBadge: 'false' } as const;

interface Sent {
  tenantId?: number;
  preview?: boolean;
}

const send = ({ as, tenant }: Building, file: File, { tenantId = tenant.id, preview = false }: Sent = {}) =>
  as('reception').call(importVisitors, {
    params: { tenantId },
    query: { ...noBadges, ...(preview && { preview: 'true' as const }) },
    file,
  });

const expected = async ({ as, company }: Building) =>
  (await as('reception').call(listVisitors, { params: { companyId: company.id }, query: { scope: 'imported' } })).data;

test('valid rows become expected visitors of the tenant, in the order of the file', async () => {
  const site = await building();
  const [first, second] = [freshPhone(), freshPhone()];
  const { status, data } = await send(
    site,
    csv(`${first};Åse Ødegård;Fjord AS\n${second.slice(3)};Ola;"Hansen; Sønn"`),
  );
  expect(status).toBe(200);
  expect(data).toMatchObject({ conflicts: [], html: null });
  expect(data.visitors).toMatchObject([
    {
      phone: first,
      name: 'Åse Ødegård',
      companyName: 'Fjord AS',
      preregisteredTenant: site.tenant,
      currentVisitRecord: null,
    },
    { phone: second, name: 'Ola', companyName: 'Hansen; Sønn', preregisteredTenantId: site.tenant.id },
  ]);
  expect(await expected(site)).toEqual(expect.arrayContaining(data.visitors));
  const entries = await site.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('company_id', '=', site.company.id)
    .execute();
  expect(entries.map(({ action, subject_id: id }) => [action, id])).toEqual(
    data.visitors.map(({ id }) => ['visitor.imported', id]),
  );
});

test('updates a known visitor and moves the expectation to the new tenant', async () => {
  const site = await building();
  const known = await seedVisitor(site.db, site, { name: 'Old', expectedBy: site.neighbor, inside: site.neighbor });
  await sql`update visit set checked_out_at = now() where visitor_id = ${known.id}`.execute(site.db);
  const { data } = await send(site, csv(`${known.phone};New;Fjord`));
  expect(data.visitors).toMatchObject([
    { id: known.id, name: 'New', companyName: 'Fjord', preregisteredTenant: site.tenant },
  ]);
  expect(await expected(site)).toHaveLength(1);
});

test('returns the other rows unchanged, with line and reason', async () => {
  const site = await building();
  const inside = await seedVisitor(site.db, site, { inside: site.neighbor });
  const phone = freshPhone();
  const lines = [
    'Telefon,Navn,Firma,Annet',
    `${phone},Åse,Fjord,x`,
    '123,Typo,Fjord',
    `${freshPhone()},,Fjord`,
    `${freshPhone()},Alone,`,
    ',No phone,Fjord',
    `${phone},Again,Fjord`,
    `${inside.phone},Inside,Fjord`,
    `${freshPhone()},${'x'.repeat(121)},Fjord`,
  ];
  const { data } = await send(site, csv(lines.join('\n')));
  expect(data.visitors.map(({ name }) => name)).toEqual(['Åse']);
  expect(data.conflicts).toMatchObject([
    { row: 3, phone: '123', name: 'Typo', companyName: 'Fjord', reason: 'invalidPhone' },
    { row: 4, name: null, reason: 'nameRequired' },
    { row: 5, companyName: null, reason: 'companyNameRequired' },
    { row: 6, phone: null, reason: 'phoneRequired' },
    { row: 7, phone, name: 'Again', reason: 'phoneListedTwice' },
    { row: 8, phone: inside.phone, reason: 'visitorIsAlreadyCheckedIn' },
    { row: 9, reason: 'max120chars' },
  ]);
  expect(data.conflicts).toHaveLength(7);
});

test('a preview answers the result and saves nothing', async () => {
  const site = await building();
  const known = await seedVisitor(site.db, site, { name: 'Old' });
  const { data } = await send(site, csv(`${known.phone};New;Fjord\n${freshPhone()};Åse;Fjord\n1;B;C`), {
    preview: true,
  });
  expect(data.visitors.map(({ name }) => name)).toEqual(['New', 'Åse']);
  expect(data.conflicts).toHaveLength(1);
  expect(await expected(site)).toEqual([]);
  const rows = await site.db.selectFrom('visitor').select('name').where('company_id', '=', site.company.id).execute();
  expect(rows).toEqual([{ name: 'Old' }]);
});

test('requires both print flags', async () => {
  const { as, tenant } = await building();
  for (const query of [{}, { shouldPrintMainBadge: 'true' }, { ...noBadges, shouldPrintParkingBadge: '1' }]) {
    const url = `/api/v1/visitors/tenant/${tenant.id}/import?${new URLSearchParams(Object.entries(query)).toString()}`;
    const payload = new FormData();
    payload.set('file', csv(`${freshPhone()};Åse;Fjord`));
    const response = await as('reception').send({ method: 'POST', url, payload });
    expect(response.json()).toMatchObject({ status: 400, fields: { shouldPrintParkingBadge: 'invalidValue' } });
  }
});

test('makes badges of imported visitors if the tenant has badges', async () => {
  const site = await building();
  const print = () =>
    site.as('reception').call(importVisitors, {
      params: { tenantId: site.tenant.id },
      query: { ...noBadges, shouldPrintMainBadge: 'true' },
      file: csv(`${freshPhone()};Åse Ødegård;Fjord`),
    });
  expect((await print()).data.html).toBeNull();
  await changeSettings(site, { enable_print_badge_option: true });
  expect((await print()).data.html).toContain('Åse Ødegård');
  expect((await send(site, csv(`${freshPhone()};Kari;Fjord`))).data.html).toBeNull();
});

test('makes badges of all rows of the longest file quickly', async () => {
  const site = await building();
  const lines = Array.from(
    { length: importLimits.rows },
    (_, index) => `+47${41_000_000 + index};Visitor ${index};Fjord`,
  );
  await changeSettings(site, { enable_print_badge_option: true });
  const { data } = await site.as('reception').call(importVisitors, {
    params: { tenantId: site.tenant.id },
    query: { ...noBadges, shouldPrintMainBadge: 'true' },
    file: csv(lines.join('\n')),
  });
  expect(data.visitors).toHaveLength(importLimits.rows);
  expect(data.html?.match(/<section class="badge">/g)).toHaveLength(importLimits.rows);
  expect((data.html ?? '').length / importLimits.rows).toBeLessThan(2_500);
}, 60_000);

test('a tenant user can import only for their own tenant', async () => {
  const { as, tenant, neighbor, elsewhere } = await building();
  const sendFor = (tenantId: number) =>
    as('tenant').call(importVisitors, {
      params: { tenantId },
      query: noBadges,
      file: csv(`${freshPhone()};Åse;Fjord`),
    });
  expect(await sendFor(tenant.id)).toMatchObject({ status: 200 });
  expect(await sendFor(neighbor.id)).toBeRefused(404, 'notFound');
  expect(await sendFor(elsewhere.tenant.id)).toBeRefused(404, 'notFound');
});

test('desks get the imported visitors, and the former tenant loses them', async () => {
  const site = await building();
  await site.server.listen();
  const known = await seedVisitor(site.db, site, { expectedBy: site.tenant });
  const [desk, tenant] = [await openLive(site.as('reception')), await openLive(site.as('tenant'))];
  const { data } = await send(site, csv(`${known.phone};New;Fjord`), { tenantId: site.neighbor.id });
  expect(await desk.received(1)).toMatchObject([{ event: 'visitors_update', payload: data.visitors }]);
  expect(await tenant.received(1)).toMatchObject([{ event: 'visitors_removed', payload: { ids: [known.id] } }]);
});

test('the import of a tenant neither renames nor takes over visitors of another tenant', async () => {
  const site = await building();
  await site.server.listen();
  const { tenant, neighbor } = site;
  const guest = await seedVisitor(site.db, site, { inside: tenant });
  const expectedGuest = await seedVisitor(site.db, site, { inside: tenant, expectedBy: tenant });
  const desk = await openLive(site.as('reception'));
  const there = await openLive(site.as('tenant'));
  const { id } = await seedUser(site.db, { role: 'tenant', companyId: site.company.id, tenantId: neighbor.id });
  const lines = [guest, expectedGuest].map(({ phone }) => `${phone};Renamed;Fjord`);
  const sent = { params: { tenantId: neighbor.id }, query: noBadges, file: csv(lines.join('\n')) };
  const { data } = await signedIn(site.server, id).call(importVisitors, sent);
  expect(data.visitors).toMatchObject([{ id: guest.id, name: 'Renamed', currentVisitRecord: null }]);
  expect(data.conflicts).toMatchObject([{ phone: expectedGuest.phone, reason: 'visitorIsExpectedByAnotherTenant' }]);

  const [first] = await there.received(1);
  const stays = { name: guest.name, currentVisitRecord: { tenant } };
  expect(first).toMatchObject({ event: 'visitors_update', payload: [stays] });
  const arrived = await register(site);
  expect(await there.received(2)).toMatchObject([{ id: 1 }, { id: 2, event: 'visitors_update' }]);
  expect((await desk.received(2)).map(visitorsIn)).toEqual([[guest.id], [arrived.id]]);
});

test('an import of very many visitors makes desks reload and continue', async () => {
  const site = await building();
  await site.server.listen();
  const desk = await openLive(site.as('reception'));
  const lines = Array.from({ length: 201 }, () => `${freshPhone()};Åse;Fjord`);
  await send(site, csv(lines.join('\n')));
  const { data } = await send(site, csv(`${freshPhone()};Kari;Fjord`));
  expect(await desk.received(2)).toMatchObject([
    { id: 1, event: 'resync', payload: null },
    { id: 2, event: 'visitors_update', payload: data.visitors },
  ]);
});

test('two imports of the same visitors at once both end, and each is expected once', async () => {
  const site = await building();
  const lines = Array.from({ length: 100 }, (_, index) => `${freshPhone()};Visitor ${index};Fjord`);
  const answers = await Promise.all([
    send(site, csv(lines.join('\n'))),
    send(site, csv(lines.toReversed().join('\n')), { tenantId: site.neighbor.id }),
  ]);
  expect(answers.map(({ status, data }) => [status, data.visitors.length])).toEqual([
    [200, 100],
    [200, 100],
  ]);
  expect(await expected(site)).toHaveLength(100);
});

test('reads and writes 10,000 rows with a few statements', async () => {
  const site = await building();
  const lines = Array.from(
    { length: 10_000 },
    (_, index) => `+47${41_000_000 + index};Visitor number ${index};Fjord AS`,
  );
  const statements = countStatements();
  const { data } = await send(site, csv(lines.join('\n')));
  expect(statements('visitor')).toBeLessThan(50);
  expect(data.conflicts).toEqual([]);
  expect(data.visitors).toHaveLength(10_000);
}, 60_000);

test('a file repeated after a lost answer expects no visitor twice, and its stored reply has no names', async () => {
  const site = await building();
  const { as, db, tenant, users } = site;
  const reception = as('reception');
  const inside = await seedVisitor(db, site, { inside: site.neighbor });
  const file = csv(`${freshPhone()};Åse Ødegård;Fjord AS\n${inside.phone};Liv Berg;Fjord AS\n;Nobody;Fjord AS`);
  const sendIt = () =>
    reception.call(
      importVisitors,
      { params: { tenantId: tenant.id }, query: noBadges, file },
      { idempotencyKey: 'it' },
    );
  const first = await sendIt();
  expect(first.data).toMatchObject({ visitors: [{ name: 'Åse Ødegård' }], conflicts: [{ row: 2 }, { row: 3 }] });
  expect((await sendIt()).data).toEqual(first.data);

  const ids = first.data.visitors.map(({ id }) => id);
  await reception.call(checkInExpected, { body: { ids } });
  for (const visitorId of ids) await reception.call(checkOutVisitor, { params: { visitorId } });
  const { data: again } = await sendIt();
  expect(again.conflicts, 'no visitor is refused because of a visit since').toEqual(first.data.conflicts);
  expect(await expected(site), 'a visitor who came is no longer expected').toEqual([]);
  const kept = await db
    .selectFrom('idempotent_reply')
    .select('reply')
    .where('user_id', '=', users.reception.id)
    .execute();
  expect(JSON.stringify(kept)).not.toMatch(/Ødegård|Berg|Nobody|\+47/);
});

const titled = (...rows: string[]) => csv(['Phone;Name;CompanyName;Host;Time', ...rows].join('\n'));

test('host and time are columns that titles add, in any language', async () => {
  const site = await building();
  const { employee } = site;
  const file = csv(
    ['Vert;Telefon;Navn;Firma;Ankomst', `${employee.email};${freshPhone()};Åse;Fjord;2027-01-05 14:30`].join('\n'),
  );
  const { data } = await send(site, file);
  expect(data.conflicts).toEqual([]);
  expect(data.visitors).toMatchObject([
    {
      expected: {
        at: '2027-01-05T13:30:00.000Z',
        employee: { id: employee.id, name: employee.name },
        invitationId: null,
      },
    },
  ]);
});

test('finds the host by name, e-mail or phone', async () => {
  const site = await building();
  const { id, name, email, phone } = site.employee;
  const rows = [name.toUpperCase(), email.toUpperCase(), phone.slice(3), ''].map(
    (host) => `${freshPhone()};Åse;Fjord;${host};`,
  );
  const { data } = await send(site, titled(...rows));
  expect(data.conflicts).toEqual([]);
  expect(data.visitors.map(({ expected }) => expected?.employee?.id ?? null)).toEqual([id, id, id, null]);
});

test('omits rows with an unknown or ambiguous host or a wrong time', async () => {
  const site = await building();
  const { tenant, company, employee } = site;
  await site.db
    .insertInto('employee')
    .values({ company_id: company.id, tenant_id: tenant.id, name: employee.name, email: null, phone: freshPhone() })
    .execute();
  const wrong = [
    [site.neighborEmployee.name, '', 'hostNotFound'],
    [employee.name, '', 'severalHosts'],
    ['', '25:00', 'invalidTime'],
    ['', 'noon', 'invalidTime'],
    ['', '2027-02-30 10:00', 'invalidTime'],
    ['', '1.1.2027', 'invalidTime'],
    ['', '01.01.2020 10:00', 'timeOutOfRange'],
    ['', '2031-01-01T10:00Z', 'timeOutOfRange'],
  ] as const;
  const { data } = await send(
    site,
    titled(...wrong.map(([host, time]) => `${freshPhone()};Åse;Fjord;${host};${time}`)),
  );
  expect(data.visitors).toEqual([]);
  expect(data.conflicts.map(({ host, time, reason }) => [host ?? '', time ?? '', reason])).toEqual(wrong);
});

test.for([
  ['2027-01-05T14:30', '2027-01-05T13:30:00.000Z'],
  ['2027-01-05 14:30:00', '2027-01-05T13:30:00.000Z'],
  ['2027-01-05T14:30:00Z', '2027-01-05T14:30:00.000Z'],
  ['2027-01-05T14:30+03:00', '2027-01-05T11:30:00.000Z'],
  ['5.1.2027 14.30', '2027-01-05T13:30:00.000Z'],
  ['05.07.2027 14:30', '2027-07-05T12:30:00.000Z'],
  // The clock goes from 02:00 to 03:00, and in autumn from 03:00 to 02:00.
  ['28.03.2027 02:30', '2027-03-28T01:30:00.000Z'],
  ['28.03.2027 10:00', '2027-03-28T08:00:00.000Z'],
  ['31.10.2027 02:30', '2027-10-31T00:30:00.000Z'],
  ['31.10.2027 03:00', '2027-10-31T02:00:00.000Z'],
] as const)('reads %s in Oslo as %s', ([typed, at]) => {
  const clock = buildingTime('Europe/Oslo');
  const read = readTypedTime(typed, clock, new Date('2026-12-01T12:00:00Z'));
  expect(read).toEqual(new Date(at));
});

test('a time without a day is today on the clock of the building', () => {
  const read = (typed: string, now: string) => readTypedTime(typed, buildingTime('Europe/Oslo'), new Date(now));
  expect(read('9:05', '2026-11-25T23:30:00Z')).toEqual(new Date('2026-11-26T08:05:00Z'));
  expect(read('00.00', '2026-11-25T22:30:00Z')).toEqual(new Date('2026-11-24T23:00:00Z'));
  expect(read('24:00', '2026-11-25T22:30:00Z')).toBe('invalidTime');
});

test('another import keeps host and time unless it has these columns, or is of another tenant', async () => {
  const site = await building();
  const phone = freshPhone();
  const expectation = async () => {
    const { rows } = await typedSql({ host: int.nullable(), at: moment.nullable() })`
      select expected_employee_id as host, expected_at as at from visitor where phone = ${phone}`.execute(site.db);
    return rows[0];
  };
  await send(site, titled(`${phone};Åse;Fjord;${site.employee.email};2027-01-05 14:30`));
  await send(site, csv(`${phone};Åse;Fjord`));
  const at = '2027-01-05T13:30:00.000Z';
  expect(await expectation()).toEqual({ host: site.employee.id, at });
  await send(site, csv(`Phone;Name;CompanyName;Time\n${phone};Åse;Fjord;`));
  expect(await expectation()).toEqual({ host: site.employee.id, at: null });
  await send(site, csv(`${phone};Åse;Fjord`), { tenantId: site.neighbor.id });
  expect(await expectation()).toEqual({ host: null, at: null });
});

test('checks expected visitors in for the expected host, and forgets the expectation at check-out', async () => {
  const site = await building();
  const { data } = await send(site, titled(`${freshPhone()};Åse;Fjord;${site.employee.email};23:59`));
  const [visitor] = data.visitors;
  const id = visitor?.id ?? 0;
  const { data: arrived } = await site.as('reception').call(checkInExpected, { body: { ids: [id] } });
  expect(arrived.visitors).toMatchObject([
    { currentVisitRecord: { employee: { id: site.employee.id } }, expected: visitor?.expected },
  ]);
  const { data: left } = await site.as('reception').call(checkOutVisitor, { params: { visitorId: id } });
  expect(left).toMatchObject({ preregisteredTenantId: null, expected: null });
});

test('the tenant still expects a visitor whose host was deleted', async () => {
  const site = await listeningBuilding();
  const { data } = await send(site, titled(`${freshPhone()};Åse;Fjord;${site.employee.email};23:59`));
  const [visitor] = data.visitors;
  const desk = await openLive(site.as('reception'), { companyId: site.company.id });
  await site.as('company').call(deleteEmployee, { params: { employeeId: site.employee.id } });
  const message = await desk.until(
    (message) =>
      message.event === 'visitors_update' &&
      message.payload.some(({ id, expected }) => id === visitor?.id && expected?.employee === null),
  );
  expect(message).toMatchObject({ payload: [{ expected: { at: visitor?.expected?.at } }] });
});
