import type { RollCall } from '@vestibule/contract/visits/roll-call.ts';
import { expect, test } from 'vitest';
import { addTick, withoutSent, withPending } from './pending-ticks.ts';

const person = (visitId: number, isSafe: boolean) => ({
  visitId,
  isSafe,
  name: 'Åse Ødegård',
  companyName: 'Havila',
  phone: '+4740012345',
  tenant: { id: 1, name: 'Aurora' },
  employee: null,
});
const rollCall: RollCall = {
  id: 1,
  startedAt: '2026-05-10T12:00:00.000Z',
  people: [person(1, false), person(2, true)],
};

test('local ticks override those of the server', () => {
  const shown = withPending(rollCall, [
    { visitId: 1, isSafe: true, at: 5 },
    { visitId: 9, isSafe: true, at: 6 },
  ]);
  expect(shown.people.map(({ isSafe }) => isSafe)).toEqual([true, true]);
});

test('a later tick of the same visit replaces the earlier', () => {
  const later = { visitId: 1, isSafe: false, at: 7 };
  expect(addTick([{ visitId: 1, isSafe: true, at: 5 }], later)).toEqual([later]);
});

test('keeps ticks that the user made while earlier ones were being sent', () => {
  const sent = { visitId: 1, isSafe: true, at: 5 };
  const later = { visitId: 1, isSafe: false, at: 7 };
  expect(withoutSent(addTick([sent], later), [sent])).toEqual([later]);
  expect(withoutSent([sent], [sent])).toEqual([]);
});
