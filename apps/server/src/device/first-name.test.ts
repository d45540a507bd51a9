import { expect, test } from 'vitest';
import { firstNameOf } from './first-name.ts';

test.each([
  ['Astrid Example', 'Astrid'],
  ['  Åse\u00A0Marie  Ødegård ', 'Åse'],
  ['Marie-Antoinette de la Rochefoucauld', 'Marie-Antoinette'],
  ['Nordmann, Kari Anne', 'Kari'],
  ['Prince', 'Prince'],
  ['Prince,', 'Prince'],
  ['王小明', '王小明'],
  ['山田\u3000太郎', '山田'],
  ['Nguyễn Văn An', 'Nguyễn'],
  ['', ''],
])('the first name of %j is %j', (name, first) => {
  expect(firstNameOf(name)).toBe(first);
});
