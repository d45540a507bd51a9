import { expect, test } from 'vitest';
import { keepPlaces, type Place } from './steady-rows.ts';

const keyOf = (row: string) => row;
const show = (places: readonly Place<string>[]) => places.map(({ row }) => row ?? '–').join(' ');
const places = (...rows: string[]) => keepPlaces([], rows, keyOf);

test('rows that stay keep their places, whatever their new order', () => {
  expect(show(keepPlaces(places('a', 'b', 'c'), ['c', 'a', 'b'], keyOf))).toBe('a b c');
});

test('a row that left leaves a gap, so that the rows below it do not move', () => {
  expect(show(keepPlaces(places('a', 'b', 'c'), ['a', 'c'], keyOf))).toBe('a – c');
});

test('a new row fills the first gap, or is added at the end', () => {
  const withGap = keepPlaces(places('a', 'b', 'c'), ['a', 'c'], keyOf);
  expect(show(keepPlaces(withGap, ['new', 'newer', 'a', 'c'], keyOf))).toBe('a new c newer');
});

test('a row that comes back takes the gap that it left', () => {
  const withGaps = keepPlaces(places('a', 'b', 'c'), ['c'], keyOf);
  expect(show(keepPlaces(withGaps, ['b', 'c'], keyOf))).toBe('– b c');
});
