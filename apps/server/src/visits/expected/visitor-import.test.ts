import { importLimits } from '@vestibule/contract/platform/conflict.ts';
import { checkOutVisitor } from '@vestibule/contract/visits/registration.ts';
import { checkInExpected, importVisitors } from '@vestibule/contract/visits/expected.ts';
import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building, type Building, seedUser, seedVisitor, signedIn } from '../../testing/building.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { csv } from '../../testing/files.ts';
import { openLive, register, visitorsIn } from '../../testing/live.ts';
import { changeSettings } from '../../testing/settings.ts';
import { countStatements } from '../../testing/statements.ts';

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

test('a tenant user can import only for the own tenant', async () => {
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
  expect(again.conflicts, 'nobody is refused for having come').toEqual(first.data.conflicts);
  expect(await expected(site), 'who has been here is expected no more').toEqual([]);
  const kept = await db
    .selectFrom('idempotent_reply')
    .select('reply')
    .where('user_id', '=', users.reception.id)
    .execute();
  expect(JSON.stringify(kept)).not.toMatch(/Ødegård|Berg|Nobody|\+47/);
});
