import { importEmployees } from '@vestibule/contract/building/employee-edit.ts';
import { importVisitors } from '@vestibule/contract/visits/expected.ts';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { building, type Building } from '../../testing/building.ts';
import { fresh, freshPhone } from '../../testing/fresh.ts';
import { csv } from '../../testing/files.ts';

const previewVisitors = ({ as, tenant }: Building, contents: string | Uint8Array<ArrayBuffer>) =>
  as('reception').call(importVisitors, {
    params: { tenantId: tenant.id },
    query: { shouldPrintMainBadge: 'false', shouldPrintParkingBadge: 'false', preview: 'true' },
    file: csv(contents),
  });

const previewEmployees = ({ as, tenant }: Building, contents: string) =>
  as('reception').call(importEmployees, {
    params: { tenantId: tenant.id },
    query: { preview: 'true' },
    file: csv(contents),
  });

const windows = (text: string) => Uint8Array.from(text, (letter) => (letter === '€' ? 0x80 : letter.charCodeAt(0)));

test.for([
  ['UTF-8', (text: string) => new TextEncoder().encode(text)],
  ['UTF-8 with a mark', (text: string) => new TextEncoder().encode(`\uFEFF${text}`)],
  ['UTF-16 with a mark', (text: string) => Uint8Array.from(Buffer.from(`\uFEFF${text}`, 'utf16le'))],
  ['Windows-1252', windows],
] as const)('reads %s', async ([, encode]) => {
  const phone = freshPhone();
  const { data } = await previewVisitors(await building(), encode(`${phone};Åse Ødegård;5 € & Sønn`));
  expect(data.visitors).toMatchObject([{ phone, name: 'Åse Ødegård', companyName: '5 € & Sønn' }]);
});

test('refuses a table with more columns than any file of people has', async () => {
  const wide = (cells: number) => `Phone;Name;CompanyName${';x'.repeat(cells - 3)}\n${freshPhone()};Ola;Havila`;
  const site = await building();
  expect((await previewVisitors(site, wide(1_000))).data.visitors).toHaveLength(1);
  expect(await previewVisitors(site, wide(1_001))).toBeRefused(400, 'csvColumns');
});

test.for([
  { head: 'Phone;Name;CompanyName', cells: ['phone', 'name', 'companyName'] },
  { head: 'Company name,Phone,Name', cells: ['companyName', 'phone', 'name'] },
  { head: 'NAVN\tTelefon\tAvdeling\tFirma', cells: ['name', 'phone', 'other', 'companyName'] },
  { head: '"E-Mail";Företag;Namn;Telefonnummer', cells: ['other', 'companyName', 'name', 'phone'] },
] as const)('reads columns in the order of the header $head', async ({ head, cells }) => {
  const values = { phone: freshPhone(), name: 'Åse', companyName: 'Fjord', other: '' };
  const delimiter = /[;,\t]/.exec(head)?.[0] ?? '';
  const { data } = await previewVisitors(
    await building(),
    `${head}\n${cells.map((cell) => values[cell]).join(delimiter)}`,
  );
  expect(data.conflicts).toEqual([]);
  expect(data.visitors).toMatchObject([{ phone: values.phone, name: 'Åse', companyName: 'Fjord' }]);
});

test('a file of employees can leave columns out', async () => {
  const site = await building();
  const email = `kari-${fresh()}@test.example`;
  for (const contents of [`Kari;${email}`, `E-mail,Name\n${email},Kari`, `Name;Email;Phone\nKari;${email}`]) {
    const { data } = await previewEmployees(site, contents);
    expect(data).toMatchObject({ employees: [{ name: 'Kari', email }], conflicts: [] });
  }
  expect((await previewEmployees(site, 'Name;Email;Phone')).data).toEqual({ employees: [], conflicts: [] });
});

test.for([
  '',
  '\n\n',
  'just a text',
  'one;two',
  'Phone;Name',
  'Phone;Name;Name;CompanyName',
  'Name;Address;City',
  '+4790000001;a;b;c',
  '"+4790000001;a;b',
])('refuses %j because required columns are missing', async (contents) => {
  expect(await previewVisitors(await building(), contents)).toBeRefused(400, 'csvColumns');
});

test('names the row of an unclosed quotation mark, as spreadsheets count', async () => {
  const contents = 'Phone;Name;CompanyName\n\n1;"two\nlines";x\n2;"never closed;x\n3;y;z\n4;y;z';
  const site = await building();
  for (const preview of [previewVisitors, previewEmployees]) {
    expect(await preview(site, contents)).toBeRefused(400, 'csvColumns', { unclosedQuoteAt: 4 });
  }
});

test('refuses a workbook named .csv, and any file with NUL', async () => {
  const site = await building();
  for (const contents of ['PK\u0003\u0004\u0014\0\u0006\0', `${freshPhone()};Å\0se;Fjord`]) {
    expect(await previewVisitors(site, contents)).toBeRefused(400, 'wrongMimetype');
  }
});

test('skips the line that names the separator for spreadsheets', async () => {
  const { data } = await previewVisitors(
    await building(),
    `sep=,\r\nName,Phone,Company\r\nÅse,${freshPhone()},Fjord\r\nB,1,C`,
  );
  expect(data.visitors).toMatchObject([{ name: 'Åse' }]);
  expect(data.conflicts).toMatchObject([{ row: 3, name: 'B' }]);
});

test('joins the lines of a cell', async () => {
  const { data } = await previewVisitors(await building(), `${freshPhone()};"Åse\r\nDahl";"Fjord\tAS"`);
  expect(data.visitors).toMatchObject([{ name: 'Åse Dahl', companyName: 'Fjord AS' }]);
});

test('a quoted cell can contain anything, and a comma in a name separates nothing', async () => {
  const rows = [
    `${freshPhone()};Åse;Hansen, Olsen, Dahl, AS`,
    `${freshPhone()};"Ås""e";"Hansen; AS"`,
    `${freshPhone()};Kari "K" Dahl; "Dahl" `,
  ];
  const { data } = await previewVisitors(await building(), rows.join('\r\n'));
  expect(data.visitors.map(({ name, companyName }) => [name, companyName])).toEqual([
    ['Åse', 'Hansen, Olsen, Dahl, AS'],
    ['Ås"e', 'Hansen; AS'],
    ['Kari "K" Dahl', '"Dahl"'],
  ]);
});

test('counts rows as spreadsheets do', async () => {
  const { data } = await previewVisitors(await building(), '\nPhone;Name;CompanyName\n\n;;\n1;"a\nb";c\r\n2;d;e');
  expect(data.conflicts.map(({ row }) => row)).toEqual([5, 6]);
});

test('removes the formula guard that an export added', async () => {
  const { data } = await previewVisitors(await building(), `${freshPhone()};'=1+1;'@home`);
  expect(data.visitors).toMatchObject([{ name: '=1+1', companyName: '@home' }]);
});

test.for([
  ['a million blank lines', `Phone;Name;CompanyName${'\n'.repeat(1_000_000)}`, 200],
  ['half a million short lines', '1;2;3'.padEnd(1_000_000, '\n;'), 400],
  ['a million delimiters', ';'.repeat(1_000_000), 400],
  ['a million quotes', '"'.repeat(1_000_001), 400],
  ['a single field', `1;2;${'x'.repeat(1_000_000)}`, 200],
] as const)('reads or refuses %s quickly', async ([, contents, status]) => {
  const site = await building();
  await previewVisitors(site, 'Phone;Name;CompanyName');
  const began = process.cpuUsage();
  expect(await previewVisitors(site, contents)).toMatchObject({ status });
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1_000_000).toBeLessThan(2);
});

const text = fc
  .string({ unit: fc.constantFrom('a', 'Å', 'ø', ' ', ';', ',', '"', '-', '.', '&', '1'), minLength: 1, maxLength: 20 })
  .filter((value) => value.trim() !== '' && !/["']/.test(value.trim()[0] ?? ''))
  .map((value) => value.trim());
const formats = fc.record({
  delimiter: fc.constantFrom(';', ',', '\t'),
  record_delimiter: fc.constantFrom('\n', '\r\n', '\r'),
  quoted: fc.boolean(),
  bom: fc.boolean(),
  header: fc.boolean(),
  isWindows: fc.boolean(),
});

test('reads back any table, in each format', async () => {
  const site = await building();
  const people = fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 8 });
  const property = fc.asyncProperty(
    people,
    formats,
    fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
    async (names, format, order) => {
      const rows = names.map(([name, company]) => [freshPhone(), name, company]);
      const placed = format.header ? order : [0, 1, 2];
      const table = [...(format.header ? [['Phone', 'Name', 'Company']] : []), ...rows];
      // Other delimiters are quoted too, because a reader could split there.
      const { isWindows, header: _, bom, ...options } = { ...format, quoted_match: /[;,\t]/ };
      const contents = stringify(
        table.map((row) => placed.map((place) => row[place])),
        { ...options, bom: bom && !isWindows },
      );
      const { data } = await previewVisitors(site, isWindows ? windows(contents) : contents);
      expect(data.conflicts).toEqual([]);
      expect(data.visitors.map(({ phone, name, companyName }) => [phone, name, companyName])).toEqual(rows);
    },
  );
  await fc.assert(property, { numRuns: 100 });
});
