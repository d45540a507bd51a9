import { expect, test } from 'vitest';
import { createReadOrder } from './read-order.ts';

test('shows a read unless a later one was shown before', () => {
  const order = createReadOrder();
  const [first, second, third] = [order.begin(), order.begin(), order.begin()];
  expect(first()).toBe(true);
  expect(third()).toBe(true);
  expect(second()).toBe(false);
});

test('drops reads that began before an act or during it', () => {
  const order = createReadOrder();
  const [early, late] = [order.begin(), order.begin()];
  order.dropEarlier();
  const during = order.begin();
  expect(early(), 'during the act').toBe(false);
  order.dropEarlier();
  expect(late()).toBe(false);
  expect(during()).toBe(false);
  expect(order.begin()()).toBe(true);
});
