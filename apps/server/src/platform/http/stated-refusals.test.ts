import { endpoints } from '@vestibule/contract/endpoints.ts';
import { type Endpoint, endpoint } from '@vestibule/contract/platform/endpoint.ts';
import type { Reason } from '@vestibule/contract/platform/refusal.ts';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { takeMismatches } from '../../testing/mismatches.ts';
import { quietLog, sharedServer } from '../../testing/server.ts';
import { Refusal } from './refusal.ts';
import { serve } from './route.ts';
import { createServer } from './server.ts';
import { impliedRefusals } from './stated-refusals.ts';

const deleteDoor = endpoint({
  method: 'DELETE',
  path: '/door',
  summary: 'A call of this test',
  access: 'public',
  reply: z.null(),
  refusals: ['imageInUse'],
});

test.each<{ reason: Reason; reported: string[] }>([
  { reason: 'imageInUse', reported: [] },
  { reason: 'notFound', reported: [] },
  {
    reason: 'kioskOffline',
    reported: ["DELETE /door was refused with 'kioskOffline', which its endpoint does not state"],
  },
])('reports a refusal that the endpoint does not state: $reason', async ({ reason, reported }) => {
  const { calls } = (await sharedServer()).app;
  const app = await createServer({ calls, log: quietLog, trustedProxies: [] });
  onTestFinished(() => app.close());
  const refuse = () => {
    throw new Refusal(reason);
  };
  serve(app, { deleteDoor }, { deleteDoor: refuse });
  const response = await app.inject({ method: 'DELETE', url: '/api/v1/door' });
  expect(response.json()).toMatchObject({ reason });
  expect(takeMismatches().map(({ message }) => message)).toEqual(reported);
});

test('an endpoint states each refusal once, and no refusal that follows from its other properties', () => {
  const repeated = Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) => {
    const all = [...impliedRefusals(endpoint), ...(endpoint.refusals ?? [])];
    const twice = all.filter((reason, index) => all.indexOf(reason) !== index);
    return twice.map((reason) => `${name}: ${reason}`);
  });
  expect(repeated).toEqual([]);
});
