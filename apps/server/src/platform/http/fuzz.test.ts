import type { Endpoint } from '@vestibule/contract/platform/endpoint.ts';
import { endpoints } from '@vestibule/contract/endpoints.ts';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { building, type Building, seedVisitor } from '../../testing/building.ts';
import { ProblemDocument } from '../../testing/caller.ts';
import { openApi, type Operation } from '../../testing/openapi.ts';
import { type AnyRequest, anyRequest } from '../../testing/requests.ts';
import { sharedServer } from '../../testing/server.ts';

const requests = 1_000;
const batchSize = 50;
const filesInBatch = 25;

let operations: Operation[];
beforeAll(async () => {
  operations = await openApi(await sharedServer());
});

test.for(Object.entries<Endpoint>(endpoints))(
  '%s answers any input with success or with the usual problem document',
  { timeout: 120_000 },
  async ([, endpoint]) => {
    const site = await building();
    const path = `/api/v1${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    const operation = operations.find((one) => one.path === path && one.method === endpoint.method);
    expect(operation).toBeDefined();
    if (!operation) return;
    const callers = [site.as('superAdmin'), site.as('company'), site.as('tenant')];
    const ids = await idsOf(site);
    const length = endpoint.file ? filesInBatch : batchSize;
    const batch = fc.array(anyRequest(operation, ids), { minLength: length, maxLength: length });
    const sent = new Set<string>();
    // A caller gets the same answer to a repeated GET.
    const isNew = ({ url }: AnyRequest, caller: number) => {
      const isRepeated = endpoint.method === 'GET' && sent.has(`${caller} ${url}`);
      sent.add(`${caller} ${url}`);
      return !isRepeated;
    };
    const property = fc.asyncProperty(batch, async (asked) => {
      const answers = asked
        .map((request, index) => ({ request, caller: index % callers.length }))
        .filter(({ request, caller }) => isNew(request, caller))
        .map(({ request, caller }) => ask(callers[caller], endpoint, request));
      expect((await Promise.all(answers)).filter((wrong) => wrong !== undefined)).toEqual([]);
    });
    await fc.assert(property, { numRuns: requests / length, endOnFailure: true });
  },
);

async function idsOf(site: Building): Promise<number[]> {
  const { db, company, partner, tenant, neighbor, employee, elsewhere } = site;
  const visitors = [
    await seedVisitor(db, site, { inside: tenant }),
    await seedVisitor(db, site, { expectedBy: tenant }),
  ];
  return [company, partner, tenant, neighbor, employee, elsewhere.company, elsewhere.tenant, ...visitors].map(
    ({ id }) => id,
  );
}

async function ask(
  caller: ReturnType<Building['as']> | undefined,
  endpoint: Endpoint,
  { type = 'application/json', ...request }: AnyRequest,
): Promise<string | undefined> {
  const response = await caller?.send({
    method: endpoint.method,
    ...request,
    ...(request.payload !== undefined && { headers: { 'content-type': type } }),
  });
  if (!response) return undefined;
  const { statusCode: status, body, headers } = response;
  const wrong = `${status} ${body.slice(0, 300)} to ${request.url.slice(0, 300)} ${request.payload?.slice(0, 300) ?? ''}`;
  if (status >= 500) return wrong;
  if (status < 300)
    return endpoint.reply.safeParse(response.json<{ data: unknown }>().data).success ? undefined : wrong;
  const isProblem =
    headers['content-type'] === 'application/problem+json' && ProblemDocument.safeParse(JSON.parse(body)).success;
  return isProblem ? undefined : wrong;
}
