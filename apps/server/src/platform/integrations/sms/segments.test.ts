import { expect, test } from 'vitest';
import { countSegments } from './sms.ts';

test.for([
  { name: 'nothing', text: '', parts: 1 },
  { name: '160 of the phone’s alphabet', text: 'æ'.repeat(160), parts: 1 },
  { name: '161 of it', text: 'æ'.repeat(161), parts: 2 },
  { name: '306 of it', text: 'a'.repeat(306), parts: 2 },
  { name: '307 of it', text: 'a'.repeat(307), parts: 3 },
  { name: '80 that take two places', text: '€'.repeat(80), parts: 1 },
  { name: '81 that take two places', text: '€'.repeat(81), parts: 2 },
  { name: 'one of two places at the edge of a part', text: `${'a'.repeat(152)}€${'a'.repeat(152)}`, parts: 3 },
  { name: '70 with a letter of another alphabet', text: `ł${'a'.repeat(69)}`, parts: 1 },
  { name: '71 with a letter of another alphabet', text: `ł${'a'.repeat(70)}`, parts: 2 },
  { name: '134 of another alphabet', text: 'ł'.repeat(134), parts: 2 },
  { name: '135 of another alphabet', text: 'ł'.repeat(135), parts: 3 },
  { name: '35 faces', text: '😀'.repeat(35), parts: 1 },
  { name: '67 faces', text: '😀'.repeat(67), parts: 3 },
])('counts the SMS parts of $name: $parts', ({ text, parts }) => {
  expect(countSegments(text)).toBe(parts);
});
