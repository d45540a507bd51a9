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

test('writes the properties of the schema unchanged, with nulls and without absent parts', () => {
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

test('omits properties that the schema does not name, at any depth', () => {
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
