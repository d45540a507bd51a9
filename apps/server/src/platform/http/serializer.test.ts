import { expect, test } from 'vitest';
import { z } from 'zod';
import { serializer } from './server.ts';

const Row = z.object({
  id: z.int(),
  name: z.string(),
  at: z.iso.datetime().nullable(),
  host: z.object({ id: z.int() }).nullable(),
  tags: z.array(z.object({ text: z.string() })).optional(),
});

const write = (value: unknown): unknown =>
  JSON.parse(serializer({ schema: Row, method: 'GET', url: '/', httpStatus: '200' })(value));

test('what the schema names is written as it is, nulls and absent parts included', () => {
  const row = {
    id: 1,
    name: 'Åse "Ω"\u2028</script>',
    at: '2026-01-02T03:04:05.678Z',
    host: { id: 2 },
    tags: [{ text: '' }],
  };
  expect(write(row)).toEqual(row);
  expect(write({ id: 1, name: '', at: null, host: null })).toEqual({ id: 1, name: '', at: null, host: null });
});

test('what the schema does not name never leaves the server, however deep', () => {
  const row = {
    id: 1,
    name: 'x',
    at: null,
    host: { id: 2, phone: 'secret' },
    tags: [{ text: '', secret: 1 }],
    secret: 'secret',
  };
  expect(write(row)).toEqual({ id: 1, name: 'x', at: null, host: { id: 2 }, tags: [{ text: '' }] });
});
