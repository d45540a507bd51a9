import { importEmployees } from '@vestibule/contract/building/employee-edit.ts';
import { largestFile } from '@vestibule/contract/platform/file.ts';
import { expect, test } from 'vitest';
import { building, type Building } from '../../testing/building.ts';
import { fresh } from '../../testing/fresh.ts';
import { csv } from '../../testing/files.ts';

const row = () => `Kari;kari-${fresh()}@test.example`;
const address = ({ tenant }: Building) => `/api/v1/employee/tenant/${tenant.id}/manual/import`;

const send = ({ as, tenant }: Building, file: File, headers: Record<string, string> = {}) =>
  as('reception').call(importEmployees, { params: { tenantId: tenant.id }, file }, { headers });

async function sendForm(site: Building, parts: [name: string, value: string | File][]) {
  const payload = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') payload.append(name, value);
    else payload.append(name, value, value.name);
  }
  return (await site.as('reception').send({ method: 'POST', url: address(site), payload })).json<unknown>();
}

async function sendRaw(site: Building, payload: string, type: string) {
  const headers = { 'content-type': type };
  const response = await site.as('reception').send({ method: 'POST', url: address(site), payload, headers });
  return response.json<unknown>();
}

function fileOf(bytes: number): File {
  const line = row();
  return csv(line + '\n'.repeat(bytes - line.length));
}

test('accepts a file of exactly 1,048,576 bytes', async () => {
  const file = fileOf(largestFile);
  expect(file.size).toBe(1_048_576);
  const { data } = await send(await building(), file);
  expect(data.employees).toHaveLength(1);
});

test.for([largestFile + 1, 3 * largestFile])('refuses a file of %i bytes', async (bytes) => {
  expect(await send(await building(), fileOf(bytes))).toBeRefused(413, 'fileSizeExceeded');
});

test.for(['application/vnd.ms-excel', 'application/octet-stream', 'text/plain', ''])(
  'accepts a CSV file of the type "%s"',
  async (type) => {
    expect(await send(await building(), csv(row(), { type }))).toMatchObject({ status: 200 });
  },
);

test.for([
  '<?xml version="1.0"?><svg/>',
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '%PDF-1.7',
  '\u0089PNG\r\n\u001a\n\0',
])('refuses %j in a file named CSV', async (contents) => {
  expect(await send(await building(), csv(contents))).toBeRefused(400, 'wrongMimetype');
});

test.for([
  { name: 'people.csv', type: 'image/png' },
  { name: 'people.xlsx', type: 'text/csv' },
  { name: 'people', type: 'text/csv' },
])('refuses $name of the type $type as no CSV file', async (declared) => {
  expect(await send(await building(), csv(row(), declared))).toBeRefused(400, 'wrongMimetype');
});

test.for([{ name: 'PEOPLE.CSV' }, { name: 'Åse.csv' }, { type: 'text/csv; charset=utf-8' }])(
  'accepts a file with the content disposition %j',
  async (declared) => {
    expect(await send(await building(), csv(row(), declared))).toMatchObject({ status: 200 });
  },
);

test('refuses a form without the file, or with anything else', async () => {
  const site = await building();
  const file = csv(row());
  const missing = { status: 400, reason: 'validation', fields: { file: 'fileRequired' } };
  expect(await sendForm(site, [])).toMatchObject(missing);
  expect(await sendForm(site, [['file', 'Kari;kari@test.example']])).toMatchObject(missing);
  expect(await sendForm(site, [['file', csv('', { name: '' })]])).toMatchObject(missing);
  expect(await sendForm(site, [['other', file]])).toMatchObject({ status: 400, fields: { other: 'unknownProperty' } });
  const both: [string, string | File][] = [
    ['file', file],
    ['tenantId', '7'],
  ];
  expect(await sendForm(site, both)).toMatchObject({ status: 400, fields: { tenantId: 'unknownProperty' } });
  const twice: [string, File][] = [
    ['file', file],
    ['file', file],
  ];
  expect(await sendForm(site, twice)).toMatchObject({ status: 400, fields: { file: 'invalidValue' } });
});

test('refuses a body that is no form', async () => {
  const site = await building();
  const head = 'content-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv';
  const form = 'multipart/form-data; boundary=x';
  expect(await sendRaw(site, '{}', 'application/json')).toMatchObject({ fields: { file: 'fileRequired' } });
  expect(await sendRaw(site, '{"a":1}', 'application/json')).toMatchObject({ status: 415 });
  expect(await sendRaw(site, row(), 'text/csv')).toMatchObject({ status: 415, reason: 'unsupportedMediaType' });
  for (const [payload, type] of [
    ['abc', form],
    [`--x\r\n${head}\r\n\r\n${row()}`, form],
    [`--x\r\n${head}\r\n\r\n${row()}\r\n--x--\r\n`, 'multipart/form-data'],
  ] as const) {
    expect(await sendRaw(site, payload, type)).toMatchObject({ status: 400, reason: 'malformedBody' });
  }
  const nul = head.replace('a.csv', 'a\0.csv');
  expect(await sendRaw(site, `--x\r\n${nul}\r\n\r\n${row()}\r\n--x--\r\n`, form)).toMatchObject({
    fields: { file: 'invalidText' },
  });
});

test('refuses a file sent by a form of another site', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' };
  expect(await send(await building(), csv(row()), headers)).toBeRefused(403, 'crossSiteRequest');
});

test('accepts a file once per key, and refuses another file with the same key', async () => {
  const { as, tenant } = await building();
  const reception = as('reception');
  const sendFile = (file: File) =>
    reception.call(importEmployees, { params: { tenantId: tenant.id }, file }, { idempotencyKey: 'once' });
  const file = csv(row());
  const first = await sendFile(file);
  expect(first.data.employees).toHaveLength(1);
  expect((await sendFile(file)).data).toEqual(first.data);
  expect(await sendFile(csv(row()))).toBeRefused(422, 'idempotencyKeyReused');
});
