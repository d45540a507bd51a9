import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

test('delays a flood of passwords and answers each in the end', async () => {
  const flood = Promise.all(Array.from({ length: 64 }, (_, number) => hashPassword(`Password ${number}`)));
  await expect(verifyPassword('guess', null)).rejects.toMatchObject({ reason: 'unavailable' });
  await flood;
  expect(await verifyPassword('guess', null)).toBe(false);
});
