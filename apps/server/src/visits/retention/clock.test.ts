import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { trustedClock } from './job.ts';

const minutes = 60_000;
const hours = 60 * minutes;

async function watched() {
  const { db } = await testDatabase();
  let passed = 0;
  let offset = 0;
  const clock = trustedClock({ passed: () => passed, here: () => Date.now() + offset });
  return {
    ask: () => clock.now(db),
    letPass: (milliseconds: number) => (passed += milliseconds),
    setMachineBy: (milliseconds: number) => (offset = milliseconds),
  };
}

test('trusts a clock from the second run on', async () => {
  const { ask } = await watched();
  expect(await ask()).toBeNull();
  expect(Math.abs(Date.now() - Number(await ask()))).toBeLessThan(minutes);
});

test('doubts a clock that jumps either way for a day', async () => {
  const { ask, letPass } = await watched();
  await ask();
  letPass(6 * minutes);
  expect(await ask()).toBeNull();
  letPass(23 * hours);
  expect(await ask()).toBeNull();
  letPass(1 * hours);
  expect(await ask()).not.toBeNull();
  expect(await ask()).not.toBeNull();
  letPass(6 * minutes);
  expect(await ask()).toBeNull();
});

test('trusts a clock that jumps back to the right time at once', async () => {
  const { ask, letPass } = await watched();
  await ask();
  letPass(6 * minutes);
  expect(await ask()).toBeNull();
  letPass(-6 * minutes);
  expect(await ask()).not.toBeNull();
});

test('doubts a clock that differs from that of this machine', async () => {
  const { ask, setMachineBy } = await watched();
  await ask();
  setMachineBy(10 * minutes);
  expect(await ask()).toBeNull();
  setMachineBy(0);
  expect(await ask()).not.toBeNull();
});
