import { expect, test } from 'vitest';
import { type ListPlace, readEarlier, readPlace, writePlace } from './list-place.ts';

const start: ListPlace = { tab: null, search: '', cursor: null, from: 0 };

test('a place survives being written into an address and read again', () => {
  const place: ListPlace = { tab: 'all', search: 'Åse & co', cursor: 'abc=', from: 20 };
  const address = writePlace(new URLSearchParams(), place).toString();
  expect(readPlace(new URLSearchParams(address))).toEqual(place);
});

test('the start of a list adds nothing to the address and keeps the rest', () => {
  const params = new URLSearchParams('tab=all&search=x&cursor=abc&from=10&lng=no');
  expect(writePlace(params, start).toString()).toBe('lng=no');
});

test.each(['cursor=abc', 'from=20', 'cursor=abc&from=-1', 'cursor=abc&from=many', 'cursor=abc&from=1.5'])(
  'half a page is the first page: %s',
  (address) => {
    expect(readPlace(new URLSearchParams(address))).toEqual(start);
  },
);

test('a history entry of another kind has no earlier pages', () => {
  expect([null, 'text', {}, { earlier: 'text' }].map(readEarlier)).toEqual([[], [], [], []]);
  expect(readEarlier({ earlier: [{ cursor: null, from: 0 }] })).toEqual([{ cursor: null, from: 0 }]);
});
