import { listTenants } from '@vestibule/contract/building/tenant.ts';
import { listEmployees } from '@vestibule/contract/building/employee.ts';
import { listAllCompanies } from '@vestibule/contract/accounts/company.ts';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { listVisitors, visitorScopes } from '@vestibule/contract/visits/visitor.ts';
import { expect, test } from 'vitest';
import { sealCursor } from '../../platform/http/cursor.ts';
import { building, type Building, seedVisitor, visitTo } from '../../testing/building.ts';
import { testVault } from '../../testing/server.ts';

const findNames = async ({ as, company }: Building, search: string) => {
  const { data } = await as('reception').call(listVisitors, { params: { companyId: company.id }, query: { search } });
  return data.map(({ name }) => name);
};

test.for([
  { search: 'ødeg', finds: true },
  { search: 'ODEG', finds: true },
  { search: 'odegard', finds: true },
  { search: 'åse ø', finds: true },
  { search: 'ase o', finds: true },
  { search: 'gård', finds: true },
  { search: 'degår', finds: true },
  { search: 'HAVILA', finds: true },
  { search: 'la log', finds: true },
  { search: '9012', finds: true },
  { search: '+4790123', finds: true },
  { search: '90 12 34 56', finds: true },
  { search: '+47 901 23', finds: true },
  { search: '123-456', finds: true },
  { search: '  havila  ', finds: true },
  { search: 'ødegaard', finds: false },
  { search: 'havila x', finds: false },
  { search: '9012 9', finds: false },
  { search: 'gård havila', finds: false },
])(
  'a search for "$search" finds Åse Ødegård of Havila Logistics, +47 90 12 34 56: $finds',
  async ({ search, finds }) => {
    const site = await building();
    await seedVisitor(site.db, site, { name: 'Åse Ødegård', companyName: 'Havila Logistics', phone: '+4790123456' });
    await seedVisitor(site.db, site, { name: 'Wei Chen', companyName: 'Harbour Optics' });
    expect(await findNames(site, search)).toEqual(finds ? ['Åse Ødegård'] : []);
  },
);

test.for(['Сергей Цой', 'Åse Ødegård', '홍길동'])(
  'finds %s in composed and decomposed form, and stores it composed',
  async (name) => {
    const site = await building();
    const reception = site.as('reception');
    const apart = name.normalize('NFD');
    const { data } = await reception.call(registerVisit, visitTo(site.tenant, { name: apart }));
    expect(data.visitor.name).toBe(name);
    expect(await findNames(site, name)).toEqual([name]);
    expect(await findNames(site, apart)).toEqual([name]);
  },
);

test('finds a visitor once, sorted by name, by words at the start or in the middle of the name', async () => {
  const site = await building();
  const letters = ['a', 'b'];
  const words = letters.flatMap((one) => letters.flatMap((two) => letters.map((three) => one + two + three)));
  const people = words.flatMap((word, index) => [
    { name: `${word} ${words.at(index - 1)}`, companyName: word },
    { name: `x${word}`, companyName: 'Y' },
    { name: `y${word.slice(1)}`, companyName: `Z${word}` },
  ]);
  for (const person of people) await seedVisitor(site.db, site, person);
  for (const search of words) {
    const meant = people.filter(({ name, companyName }) => `${name}\n${companyName}`.toLowerCase().includes(search));
    expect({ search, found: await findNames(site, search) }).toEqual({
      search,
      found: meant.map(({ name }) => name).toSorted(),
    });
  }
});

test('pages of a search have no gaps, and an empty page has the total too', async () => {
  const site = await building();
  const names = ['Ann Berg', 'Ann Lund', 'Hanne Moe', 'Ole Annar'];
  for (const name of names) await seedVisitor(site.db, site, { name });
  const desk = site.as('reception');
  const page = async (cursor?: string) => {
    const query = { search: 'ann', limit: 1, ...(cursor !== undefined && { cursor }) };
    const { data, page } = await desk.call(listVisitors, { params: { companyId: site.company.id }, query });
    return { name: data[0]?.name, total: page?.total, next: page?.next ?? undefined };
  };
  let next: string | undefined;
  for (const name of names) {
    const read = await page(next);
    expect(read).toMatchObject({ name, total: 4 });
    next = read.next;
  }
  expect(next).toBeUndefined();
  const behindAll = sealCursor(testVault, JSON.stringify(['zzz', 1]));
  expect(await page(behindAll)).toEqual({ name: undefined, total: 4, next: undefined });
});

test.for(['100%', '%%%', '___', 'a_b', '\\\\\\', 'a\\b', "o'n", '"; --', '*.*', 'a％b', 'a＿b', 'a＼b'])(
  'searches for the signs of %s literally',
  async (search) => {
    const site = await building();
    await seedVisitor(site.db, site, { name: `before ${search} after` });
    await seedVisitor(site.db, site, { name: 'a1b 1000 o.n axb ab' });
    expect(await findNames(site, search)).toEqual([`before ${search} after`]);
  },
);

test.for(['Ж', 'жук', 'παπα', 'ΓΙΏΡΓ', '株式会', 'שלום'])('finds letters of other scripts: %s', async (search) => {
  const site = await building();
  await seedVisitor(site.db, site, { name: 'Жуков Παπαδόπουλος Γιώργος 株式会社 שלום' });
  expect(await findNames(site, search)).toHaveLength(1);
});

test.for(['a', 'xy', '株式', ' x ', ''])('a search for %j is too short and shows the whole list', async (search) => {
  const site = await building();
  await seedVisitor(site.db, site, { name: 'One' });
  await seedVisitor(site.db, site, { name: 'Two' });
  expect(await findNames(site, search)).toEqual(['One', 'Two']);
});

test('searches from three characters, counted as people count them', async () => {
  const site = await building();
  const rocket = String.fromCodePoint(0x1f680);
  await seedVisitor(site.db, site, { name: 'One' });
  expect(await findNames(site, rocket.repeat(2))).toEqual(['One']);
  expect(await findNames(site, rocket.repeat(3))).toEqual([]);
});

test.for(visitorScopes)('a search stays within the scope %s and the page', async (scope) => {
  const site = await building();
  for (let seeded = 0; seeded < 3; seeded += 1) {
    await seedVisitor(site.db, site, { name: 'Åse inside', inside: site.tenant });
    await seedVisitor(site.db, site, { name: 'Åse expected', expectedBy: site.tenant });
  }
  await seedVisitor(site.db, site, { name: 'Ola', inside: site.tenant, expectedBy: site.tenant });
  await seedVisitor(site.db, site.elsewhere, { name: 'Åse of another company' });
  const query = { scope, search: 'ase', limit: 2 };
  const { data, page } = await site
    .as('reception')
    .call(listVisitors, { params: { companyId: site.company.id }, query });
  expect(data).toHaveLength(2);
  expect(data.every(({ name }) => name.startsWith('Åse'))).toBe(true);
  expect(page).toMatchObject({ total: scope === 'all' ? 6 : 3, totalIsExact: true });
});

test('refuses a search that is too long', async () => {
  const { as, company } = await building();
  const query = { search: 'x'.repeat(201) };
  const answer = await as('reception').call(listVisitors, { params: { companyId: company.id }, query });
  expect(answer).toBeRefused(400, 'validation', { fields: { search: 'max200chars' } });
});

test('finds tenants by name, and by name and e-mail of their employees, each once', async () => {
  const { as, company, db } = await building();
  const names = ['Aurora Shipping', 'Bryggen', 'Solheim'];
  const rows = await db
    .insertInto('tenant')
    .values(names.map((name) => ({ company_id: company.id, name })))
    .returning(['id', 'name'])
    .execute();
  const tenantId = (name: string) => rows.find((row) => row.name === name)?.id ?? 0;
  const work = [
    { tenant: 'Bryggen', name: 'Ingrid Aurora', email: 'ingrid@bryggen.test' },
    { tenant: 'Bryggen', name: 'Aurora Dahl', email: 'a@bryggen.test' },
    { tenant: 'Solheim', name: 'Per', email: 'per@aurora.test' },
  ];
  const employees = work.map(({ tenant, name, email }) => ({
    company_id: company.id,
    tenant_id: tenantId(tenant),
    name,
    email,
  }));
  await db.insertInto('employee').values(employees).execute();
  const search = async (text: string) => {
    const { data } = await as('reception').call(listTenants, {
      params: { companyId: company.id },
      query: { search: text, limit: 50 },
    });
    return data.map(({ name }) => name);
  };
  expect(await search('AURORA')).toEqual(names);
  expect(await search('ingrid')).toEqual(['Bryggen']);
  expect(await search('@aurora.t')).toEqual(['Solheim']);
  expect(await search('au')).toHaveLength(5);
});

test('finds employees by name and e-mail', async () => {
  const { as, tenant, db, company } = await building();
  const values = ['Ødegård', 'Dahl'].map((name) => ({
    company_id: company.id,
    tenant_id: tenant.id,
    name,
    email: `${name}.x@test.example`,
  }));
  await db.insertInto('employee').values(values).execute();
  const search = async (text: string) => {
    const { data } = await as('tenant').call(listEmployees, {
      params: { tenantId: tenant.id },
      query: { search: text },
    });
    return data.map(({ name }) => name);
  };
  expect(await search('odegard')).toEqual(['Ødegård']);
  expect(await search('dahl.x@')).toEqual(['Dahl']);
  expect(await search('da')).toHaveLength(3);
});

test('finds companies from two characters', async () => {
  const { as, db } = await building();
  await db
    .insertInto('company')
    .values([
      { name: 'Qvåx Hus', time_zone: 'UTC' },
      { name: 'Vestre Qvarters', time_zone: 'UTC' },
    ])
    .execute();
  const search = async (text: string) => {
    const { data } = await as('superAdmin').call(listAllCompanies, { query: { search: text } });
    return data.map(({ name }) => name);
  };
  expect(await search('QV')).toEqual(['Qvåx Hus', 'Vestre Qvarters']);
  expect(await search('ax h')).toEqual(['Qvåx Hus']);
  expect((await search('q')).length).toBeGreaterThan(2);
});
