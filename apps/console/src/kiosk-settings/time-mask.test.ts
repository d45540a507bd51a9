import { expect, test } from 'vitest';
import { completeTime, maskTime } from './time-mask.ts';

test.each([
  ['', ''],
  ['1', '1'],
  ['08', '08'],
  ['083', '08:3'],
  ['0830', '08:30'],
  ['08:30', '08:30'],
  ['083015', '08:30:15'],
  ['0830159', '08:30:15'],
  ['9', '09'],
  ['24', '2'],
  ['23:59', '23:59'],
  ['0860', '08:06:0'],
  ['ab1c2', '12'],
  ['12:', '12'],
])('typing %o shows %o', (typed, shown) => {
  expect(maskTime(typed)).toBe(shown);
});

test.each([
  ['', '00:00'],
  ['7', '07:00'],
  ['2', '02:00'],
  ['08', '08:00'],
  ['08:3', '08:30'],
  ['08:30', '08:30'],
  ['08:30:1', '08:30:10'],
])('leaving %o makes it %o', (shown, time) => {
  expect(completeTime(shown)).toBe(time);
});
