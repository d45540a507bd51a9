import { Validator } from '@seriousme/openapi-schema-validator';
import { permissions, roles } from '@vestibule/contract/platform/access.ts';
import { createEmployee, updateEmployee } from '@vestibule/contract/building/employee-edit.ts';
import type { Endpoint } from '@vestibule/contract/platform/endpoint.ts';
import { endpoints } from '@vestibule/contract/endpoints.ts';
import { expect, test } from 'vitest';
import { ProblemDocument } from '../../testing/caller.ts';
import { openApi, type Operation, type Schema } from '../../testing/openapi.ts';
import { sharedServer } from '../../testing/server.ts';

const document = async () => openApi(await sharedServer());
const pathOf = ({ path }: Endpoint) => `/api/v1${path.replaceAll(/:(\w+)/g, '{$1}')}`;
const isRepeatable = ({ status, once, access }: Endpoint) => (status === 201 || once) && access !== 'device.act';
const waysIn = ({ access }: Endpoint) => {
  if (access === 'public') return ['nobody'];
  const may = permissions[access];
  return [
    ...(roles.some((role) => may[role] !== 'none') ? ['session'] : []),
    ...(may.kiosk === 'none' ? [] : ['device']),
    ...(may.signedOut === 'none' ? [] : ['nobody']),
  ];
};
const paramsOf = ({ path }: Endpoint) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

test('the document is OpenAPI 3.1 by its published schema', async () => {
  const validator = new Validator();
  const response = await (await sharedServer()).app.inject('/api/v1/openapi.json');
  expect(await validator.validate(response.json<Record<string, unknown>>())).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test.for(Object.entries<Endpoint>(endpoints))(
  '%s stands in it with its name, what it does, its parameters, its body and its answers',
  async ([name, endpoint]) => {
    const operation = (await document()).find(
      ({ path, method }) => path === pathOf(endpoint) && method === endpoint.method,
    );
    const named = (place: string) =>
      operation?.parameters.filter((one) => one.in === place).map(({ name }) => name) ?? [];
    expect(operation?.operationId).toBe(name);
    expect(named('header')).toEqual(isRepeatable(endpoint) ? ['Idempotency-Key'] : []);
    expect(operation?.security?.flatMap((way) => Object.keys(way)[0] ?? 'nobody')).toEqual(waysIn(endpoint));
    expect(operation?.summary).toMatch(/^[A-Z][^\n]{3,100}[^.\s]$/);
    expect(named('path').toSorted()).toEqual(paramsOf(endpoint).toSorted());
    expect(named('query').toSorted()).toEqual(Object.keys(endpoint.query?.shape ?? {}).toSorted());
    expect(operation?.requestBody !== undefined).toBe((endpoint.body ?? endpoint.file) !== undefined);
    expect(Object.keys(operation?.responses ?? {})).toEqual([
      String(endpoint.status ?? 200),
      ...(endpoint.pending ? ['202'] : []),
      'default',
    ]);
  },
);

test('the document has each property of a refusal', async () => {
  const response = await (await sharedServer()).app.inject('/api/v1/openapi.json');
  const { components } = response.json<{ components: { schemas: { Problem: { properties: object } } } }>();
  const { properties } = components.schemas.Problem;
  expect(Object.keys(properties).toSorted()).toEqual(Object.keys(ProblemDocument.shape).toSorted());
});

test('the document names no call that is missing in the table of calls, so that permissions are tried on all of them', async () => {
  const known = Object.values<Endpoint>(endpoints).map((endpoint) => `${endpoint.method} ${pathOf(endpoint)}`);
  const served = (await document()).map(({ method, path }) => `${method} ${path}`);
  expect(served.filter((call) => !known.includes(call))).toEqual([]);
});

test.each([createEmployee, updateEmployee])(
  'an e-mail address that may be left blank may be so by the document too',
  async (call) => {
    const found = (await document()).find(({ path, method }) => path === pathOf(call) && method === call.method);
    const email = found?.requestBody?.content['application/json']?.schema.properties?.['email'];
    expect(waysOf(email)).toContainEqual({ type: 'string', enum: [''] });
  },
);

function waysOf(schema: Schema | undefined): Schema[] {
  if (!schema) return [];
  return schema.anyOf?.flatMap(waysOf) ?? [schema];
}

function namesIn(schema: Schema | undefined): string {
  if (!schema) return '';
  const { properties, items, anyOf, oneOf, allOf } = schema;
  if (properties) {
    const names = Object.entries(properties).map(([name, value]) => name + namesIn(value));
    return `{${names.toSorted().join(' ')}}`;
  }
  if (items) return namesIn(items);
  return [...new Set([anyOf, oneOf, allOf].flatMap((parts = []) => parts.map(namesIn)))].join('');
}

function known({ method, path, parameters, requestBody, responses }: Operation): string {
  const query = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  const [body] = Object.values(requestBody?.content ?? {});
  const answers = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    status === 'default' ? [] : Object.values(content).map(({ schema }) => `${status} ${namesIn(schema)}`.trim()),
  );
  const address = path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, '{}');
  return [
    `${method} ${address}`,
    ...(query.length > 0 ? [`  ? ${query.toSorted().join(' ')}`] : []),
    ...(body ? [`  < ${namesIn(body.schema)}`] : []),
    ...answers.map((answer) => `  > ${answer}`),
  ].join('\n');
}

test('the address of each call, and every name that is sent and answered, is as it was published', async () => {
  const calls = (await document()).map(known).toSorted();
  await expect(`${calls.join('\n')}\n`).toMatchFileSnapshot('published-calls.txt');
});
