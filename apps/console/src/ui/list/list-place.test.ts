import { expect, test } from 'vitest';
import { type ListPlace, readEarlier, readPlace, writePlace } from './list-place.ts';

const start: ListPlace = { tab: null, search: '', cursor: null, from: 0 };

test('reads back the place that it wrote into the address', () => {
  const place: ListPlace = { tab: 'all', search: 'Åse & co', cursor: 'abc=', from: 20 };
  const address = writePlace(new URLSearchParams(), place).toString();
  expect(readPlace(new URLSearchParams(address))).toEqual(place);
});

test('writes nothing for the first page, and keeps other parts of the address', () => {
  const params = new URLSearchParams('tab=all&search=x&cursor=abc&from=10&lng=no');
  expect(writePlace(params, start).toString()).toBe('lng=no');
});

test.each(['cursor=abc', 'from=20', 'cursor=abc&from=-1', 'cursor=abc&from=many', 'cursor=abc&from=1.5'])(
  'falls back to the first page for an incomplete or invalid place: %s',
  (address) => {
    expect(readPlace(new URLSearchParams(address))).toEqual(start);
  },
);

test('reads no earlier pages from a history entry of another kind', () => {
  expect([null, 'text', {}, { earlier: 'text' }].map(readEarlier)).toEqual([[], [], [], []]);
  expect(readEarlier({ earlier: [{ cursor: null, from: 0 }] })).toEqual([{ cursor: null, from: 0 }]);
});
