import { expect, test } from 'vitest';
import { groupsOf } from './phone-groups.ts';

test.each([
  ['+4740012345', '+47 400 12 345'],
  ['+4722123456', '+47 22 12 34 56'],
  ['+4520123456', '+45 20 12 34 56'],
  ['+46701234567', '+46 701 234 567'],
  ['+12125550123', '+1 212 555 0123'],
  ['+3725123456', '+372 512 3456'],
  ['+37061234567', '+370 61 23 45 67'],
  ['+491512345678', '+49 151 234 5678'],
  ['+4915123456789', '+49 151 234 567 89'],
])('groups %s as %s', (phone, read) => {
  expect(groupsOf(phone).join(' ')).toBe(read);
});

test('keeps every digit of a number of any length', () => {
  for (let length = 7; length <= 15; length += 1) {
    const phone = `+${'4'.repeat(length)}`;
    expect(groupsOf(phone).join('')).toBe(phone);
  }
});

test('keeps a text that is not a stored phone', () => {
  expect(groupsOf('not a phone')).toEqual(['not a phone']);
});
