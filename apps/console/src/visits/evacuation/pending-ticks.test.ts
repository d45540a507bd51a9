import { mostTicks, type RollCall, tickRollCall } from '@vestibule/contract/visits/roll-call.ts';
import { expect, test } from 'vitest';
import { addTick, nextToSend, toBody, withoutSent, withPending } from './pending-ticks.ts';

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

test('sends the oldest ticks first, with ages that the server accepts', () => {
  const now = Date.UTC(2026, 4, 12);
  const pending = Array.from({ length: mostTicks + 1 }, (_, index) => ({ visitId: index + 1, isSafe: true, at: now }));
  expect(nextToSend(pending).map(({ visitId }) => visitId)).toEqual(
    pending.slice(0, mostTicks).map(({ visitId }) => visitId),
  );
  const ticks = toBody(
    [Date.UTC(2026, 4, 10), now - 1_500, now + 60_000].map((at, index) => ({ visitId: index + 1, isSafe: true, at })),
    now,
  );
  expect(ticks.map(({ age }) => age)).toEqual([86_400_000, 1_500, 0]);
  expect(tickRollCall.body.safeParse({ rollCallId: 1, ticks }).success).toBe(true);
});
