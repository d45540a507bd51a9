import { Validator } from '@seriousme/openapi-schema-validator';
import { permissions, roles } from '@vestibule/contract/platform/access.ts';
import { createEmployee, updateEmployee } from '@vestibule/contract/building/employee-edit.ts';
import type { Endpoint } from '@vestibule/contract/platform/endpoint.ts';
import { endpoints } from '@vestibule/contract/endpoints.ts';
import { type Reason, refusals } from '@vestibule/contract/platform/refusal.ts';
import { format } from 'oxfmt';
import { expect, test } from 'vitest';
import { ProblemDocument } from '../../testing/caller.ts';
import { openApi, type Schema } from '../../testing/openapi.ts';
import { sharedServer } from '../../testing/server.ts';
import { generalRefusals, refusalsOf } from './stated-refusals.ts';

interface Refusing {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, { $ref?: string }> }>>;
  components: {
    responses: Record<
      string,
      {
        content: {
          'application/problem+json': { schema: { allOf: { properties?: { reason: { enum: Reason[] } } }[] } };
        };
      }
    >;
  };
}

let operations: ReturnType<typeof openApi> | undefined;
const document = () => (operations ??= sharedServer().then(openApi));
let refusing: Promise<Refusing> | undefined;
const readRefusing = async () => (await (await sharedServer()).app.inject('/api/v1/openapi.json')).json<Refusing>();
const pathOf = ({ path }: Endpoint) => `/api/v1${path.replaceAll(/:(\w+)/g, '{$1}')}`;
const isRepeatable = ({ status, once, access }: Endpoint) => (status === 201 || once) && access !== 'device.act';
const accessWays = ({ access }: Endpoint) => {
  if (access === 'public' || access === 'pass.act') return ['anonymous'];
  const may = permissions[access];
  return [
    ...(roles.some((role) => may[role] !== 'none') ? ['session'] : []),
    ...(access === 'host.act' ? ['host'] : []),
    ...(may.kiosk === 'none' ? [] : ['device']),
    ...(may.signedOut === 'none' ? [] : ['anonymous']),
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
  '%s is documented with its name, summary, parameters, body and answers',
  async ([name, endpoint]) => {
    const operation = (await document()).find(
      ({ path, method }) => path === pathOf(endpoint) && method === endpoint.method,
    );
    const named = (place: string) =>
      operation?.parameters.filter((one) => one.in === place).map(({ name }) => name) ?? [];
    expect(operation?.operationId).toBe(name);
    expect(named('header')).toEqual(isRepeatable(endpoint) ? ['Idempotency-Key'] : []);
    expect(operation?.security?.flatMap((way) => Object.keys(way)[0] ?? 'anonymous')).toEqual(accessWays(endpoint));
    expect(operation?.summary).toMatch(/^[A-Z][^\n]{3,100}[^.\s]$/);
    expect(named('path').toSorted()).toEqual(paramsOf(endpoint).toSorted());
    expect(named('query').toSorted()).toEqual(Object.keys(endpoint.query?.shape ?? {}).toSorted());
    expect(operation?.requestBody !== undefined).toBe((endpoint.body ?? endpoint.file) !== undefined);
    const isRefused = (status: string) => Number(status) >= 400;
    expect(Object.keys(operation?.responses ?? {}).filter((status) => !isRefused(status))).toEqual([
      String(endpoint.status ?? 200),
      ...(endpoint.pending ? ['202'] : []),
      'default',
    ]);
  },
);

test.for(Object.entries<Endpoint>(endpoints))('%s lists its refusals by status', async ([name, endpoint]) => {
  const { components, paths } = await (refusing ??= readRefusing());
  const operation = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .find(({ operationId }) => operationId === name);
  const listed = Object.entries(operation?.responses ?? {}).flatMap(([status, { $ref = '' }]) => {
    const response = components.responses[$ref.replace('#/components/responses/', '')];
    const [, own] = response?.content['application/problem+json'].schema.allOf ?? [];
    return own?.properties?.reason.enum.map((reason) => [reason, Number(status)] as const) ?? [];
  });
  expect(listed).toEqual(listed.map(([reason]) => [reason, refusals[reason]]));
  const reasons = listed.map(([reason]) => reason);
  expect(reasons).toEqual([...new Set(reasons)]);
  const general = generalRefusals.filter((reason) => !reasons.includes(reason));
  expect([...reasons, ...general].toSorted()).toEqual(refusalsOf(endpoint).toSorted());
});

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
  'the document allows an empty e-mail address where the call does',
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

test('the document matches the published one', async () => {
  const { payload } = await (await sharedServer()).app.inject('/api/v1/openapi.json');
  const { code } = await format('openapi.json', payload, { printWidth: 120 });
  await expect(code).toMatchFileSnapshot('openapi.json');
});
