import { listEmployees } from '@vestibule/contract/building/employee.ts';
import { importEmployees } from '@vestibule/contract/building/employee-edit.ts';
import { expect, test } from 'vitest';
import { building, type Building } from '../../testing/building.ts';
import { fresh, freshPhone } from '../../testing/fresh.ts';
import { csv } from '../../testing/files.ts';
import { countStatements } from '../../testing/statements.ts';

const send = ({ as, tenant }: Building, file: File, preview = false) =>
  as('reception').call(importEmployees, {
    params: { tenantId: tenant.id },
    ...(preview && { query: { preview: 'true' } }),
    file,
  });

const emailOf = () => `somebody-${fresh()}@test.example`;

const stored = async ({ as, tenant }: Building) =>
  (await as('company').call(listEmployees, { params: { tenantId: tenant.id } })).data.filter(
    ({ name }) => !name.startsWith('Host'),
  );

const auditedOf = async ({ db, company }: Building) =>
  db.selectFrom('audit_entry').select(['action', 'subject_id']).where('company_id', '=', company.id).execute();

test('adds the valid rows as employees, in the order of the file', async () => {
  const site = await building();
  const [email, phone] = [emailOf(), freshPhone()];
  const { status, data } = await send(site, csv(`Åse Ødegård;${email.toUpperCase()};\nOla;;${phone.slice(3)}\n`));
  expect(status).toBe(200);
  expect(data.conflicts).toEqual([]);
  expect(data.employees).toMatchObject([
    { tenantId: site.tenant.id, name: 'Åse Ødegård', email, phone: null, idFromService: null },
    { tenantId: site.tenant.id, name: 'Ola', email: null, phone },
  ]);
  expect(await stored(site)).toEqual(expect.arrayContaining(data.employees));
  expect(await auditedOf(site)).toEqual(
    data.employees.map(({ id }) => ({ action: 'employee.created', subject_id: id })),
  );
});

test('returns the other rows unchanged, with their line and reason', async () => {
  const site = await building();
  const [email, phone] = [emailOf(), freshPhone()];
  const lines = [
    `Kari;${email};${phone}`,
    `;${emailOf()};`,
    'Nobody;;',
    'Typo;kari(at)test;',
    'Short;;123',
    `${'x'.repeat(121)};${emailOf()};`,
    '',
    `Taken;${site.employee.email.toUpperCase()};`,
    `Taken too;;${site.employee.phone}`,
    `Again;${email};`,
    `Again;;${phone}`,
    `Long;${emailOf()};;and more`,
    `Wide;${emailOf()};${'1'.repeat(257)}`,
    `Ola;${emailOf()};`,
  ];
  const { data } = await send(site, csv(lines.join('\r\n')));
  expect(data.employees.map(({ name }) => name)).toEqual(['Kari', 'Ola']);
  expect(data.conflicts.map(({ row, reason }) => `${row} ${reason}`)).toEqual([
    '2 nameRequired',
    '3 emailOrPhoneRequired',
    '4 incorrectEmail',
    '5 invalidPhone',
    '6 max120chars',
    '8 AlreadyInUseForOtherEmployee',
    '9 AlreadyInUseForOtherEmployee',
    '10 AlreadyInUseForOtherEmployee',
    '11 AlreadyInUseForOtherEmployee',
    '12 csvColumns',
    '13 max256chars',
  ]);
  expect(data.conflicts[3]).toEqual({ row: 5, name: 'Short', email: null, phone: '123', reason: 'invalidPhone' });
  expect((await stored(site)).map(({ name }) => name)).toEqual(['Kari', 'Ola']);
});

test('a row that is left out does not block a later one', async () => {
  const site = await building();
  const email = emailOf();
  const { data } = await send(site, csv(`;${email};\nTaken;${email};${site.employee.phone}\nKari;${email};`));
  expect(data.employees).toMatchObject([{ name: 'Kari', email }]);
  expect(data.conflicts.map(({ row }) => row)).toEqual([1, 2]);
});

test('accepts an e-mail or phone that another tenant uses', async () => {
  const site = await building();
  const { email, phone } = site.neighborEmployee;
  expect((await send(site, csv(`Kari;${email};${phone}`))).data.employees).toMatchObject([{ email, phone }]);
});

test('a preview answers the result and saves nothing', async () => {
  const site = await building();
  const file = csv(`Kari;${emailOf()};\nNobody;;`);
  const { data: preview } = await send(site, file, true);
  expect(await stored(site)).toEqual([]);
  expect(await auditedOf(site)).toEqual([]);
  const { data } = await send(site, file);
  const withoutIds = (employees: { id: number }[]) => employees.map((employee) => ({ ...employee, id: 0 }));
  expect(withoutIds(preview.employees)).toEqual(withoutIds(data.employees));
  expect(preview.conflicts).toEqual(data.conflicts);
});

test('a preview with an idempotency key saves nothing either', async () => {
  const site = await building();
  const input = {
    params: { tenantId: site.tenant.id },
    query: { preview: 'true' as const },
    file: csv(`K;${emailOf()}`),
  };
  const { data } = await site.as('reception').call(importEmployees, input, { idempotencyKey: 'preview' });
  expect(data.employees).toHaveLength(1);
  expect(await stored(site)).toEqual([]);
});

test('the same file sent twice at once adds each employee once', async () => {
  const site = await building();
  const lines = Array.from({ length: 50 }, (_, index) => `Somebody ${index};${emailOf()};`);
  const answers = await Promise.all([
    send(site, csv(lines.join('\n'))),
    send(site, csv(lines.toReversed().join('\n'))),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const [added, refused] = [0, 0].map((_, part) =>
    answers.reduce((sum, { data }) => sum + (part === 0 ? data.employees : data.conflicts).length, 0),
  );
  expect([added, refused]).toEqual([50, 50]);
  expect(await stored(site)).toHaveLength(50);
});

test('a tenant user can import only for their own tenant', async () => {
  const { as, tenant, neighbor, elsewhere } = await building();
  const send = (tenantId: number) =>
    as('tenant').call(importEmployees, { params: { tenantId }, file: csv(`Kari;${emailOf()};`) });
  expect(await send(tenant.id)).toMatchObject({ status: 200 });
  expect(await send(neighbor.id)).toBeRefused(404, 'notFound');
  expect(await send(elsewhere.tenant.id)).toBeRefused(404, 'notFound');
});

test('imports 10,000 rows with a few statements, and refuses one more', async () => {
  const site = await building();
  const mark = fresh();
  const lines = Array.from({ length: 10_000 }, (_, index) => {
    const phone = `+47${41_000_000 + index}`;
    return `Somebody number ${index};somebody-${mark}-${index}@test.example;${phone}`;
  });
  const file = csv(lines.join('\n'));
  const statements = countStatements();
  const { data } = await send(site, file);
  expect(statements('employee')).toBeLessThan(50);
  expect(data.conflicts).toEqual([]);
  expect(data.employees).toHaveLength(10_000);
  expect(await send(site, csv(`${lines.join('\n')}\nOne;more@test.example`))).toBeRefused(400, 'validation', {
    fields: { file: 'max10000rows' },
  });
}, 60_000);
