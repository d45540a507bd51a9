import { expect, test, vi } from 'vitest';
import { keepTicks, readTicks } from './kept-roll-call.ts';

function memory(room: number) {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    removeItem: (key: string) => values.delete(key),
    setItem(key: string, value: string) {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
      values.set(key, value);
    },
  };
}

const ticks = (count: number) => Array.from({ length: count }, (_, visitId) => ({ visitId, isSafe: true, at: 1 }));

const mine = { userId: 7, rollCallId: 1 };

test('keeps unsent ticks over a reload until they are sent', () => {
  vi.stubGlobal('sessionStorage', memory(1_000));
  keepTicks(mine, ticks(2));
  expect(readTicks(mine)).toEqual(ticks(2));
  expect(readTicks({ ...mine, rollCallId: 2 })).toEqual([]);
  expect(readTicks({ ...mine, userId: 8 })).toEqual([]);
  keepTicks(mine, []);
  expect(readTicks(mine)).toEqual([]);
});

test('keeps the stored ticks and does not fail when storage is full', () => {
  vi.stubGlobal('sessionStorage', memory(100));
  keepTicks(mine, ticks(1));
  keepTicks(mine, ticks(100));
  expect(readTicks(mine)).toEqual(ticks(1));
});
