import { endpoint } from '@vestibule/contract/platform/endpoint.ts';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { serve } from './route.ts';

const shared = { summary: 'A call of this test', access: 'public', reply: z.null() } as const;
const open = endpoint({ method: 'POST', path: '/door/open', ...shared });
const close = endpoint({ method: 'POST', path: '/door/close', ...shared });
const refuse = () => null;

test('serves each endpoint of a module and none of its other exports', () => {
  const app = Fastify();
  const door = { open, close, Door: z.object({ isOpen: z.boolean() }), doorsAtMost: 3 };
  serve(app, door, { open: refuse, close: { handle: refuse, afterCommit: () => Promise.resolve() } });
  const served = [open, close].map(({ method, path }) => app.hasRoute({ method, url: `/api/v1${path}` }));
  expect(served).toEqual([true, true]);
});

test('a missing, an extra and a wrong handler do not compile', () => {
  const app = Fastify();
  // @ts-expect-error -- `close` has no handler
  const missing = () => serve(app, { open, close }, { open: refuse });
  // @ts-expect-error -- the module exports no `lock`
  const extra = () => serve(app, { open, close }, { open: refuse, close: refuse, lock: refuse });
  // @ts-expect-error -- the reply is null
  const wrong = () => serve(app, { open }, { open: () => 'opened' });
  expect([missing, extra, wrong]).toHaveLength(3);
});
