import { Validator } from '@seriousme/openapi-schema-validator';
import type { Endpoint } from '@vestibule/contract/endpoint.ts';
import { endpoints } from '@vestibule/contract/endpoints.ts';
import { expect, test } from 'vitest';
import { openApi } from '../testing/openapi.ts';
import { sharedServer } from '../testing/server.ts';

const document = async () => openApi(await sharedServer());
const pathOf = ({ path }: Endpoint) => `/api/v1${path.replaceAll(/:(\w+)/g, '{$1}')}`;
const paramsOf = ({ path }: Endpoint) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

test('the document is OpenAPI 3.1 by its published schema', async () => {
  const validator = new Validator();
  const response = await (await sharedServer()).app.inject('/api/v1/openapi.json');
  expect(await validator.validate(response.json<Record<string, unknown>>())).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test.for(Object.entries<Endpoint>(endpoints))(
  '%s stands in it with its name, its parameters, its body and its answers',
  async ([name, endpoint]) => {
    const operation = (await document()).find(
      ({ path, method }) => path === pathOf(endpoint) && method === endpoint.method,
    );
    const named = (place: string) =>
      operation?.parameters.filter((one) => one.in === place).map(({ name }) => name) ?? [];
    expect(operation?.operationId).toBe(name);
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

test('the document names no call that is missing in the table of calls, so that permissions are tried on all of them', async () => {
  const known = Object.values<Endpoint>(endpoints).map((endpoint) => `${endpoint.method} ${pathOf(endpoint)}`);
  const served = (await document()).map(({ method, path }) => `${method} ${path}`);
  expect(served.filter((call) => !known.includes(call))).toEqual([]);
});
