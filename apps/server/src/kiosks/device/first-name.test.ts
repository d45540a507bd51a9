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
  ['Kari.Nordmann', 'Kari'],
  ['Kari/Nordmann', 'Kari'],
  ['Kari_Nordmann', 'Kari'],
  ['Kari\u200BNordmann', 'Kari'],
  ['Kari2Nordmann', 'Kari'],
  ['Dr. Kari Nordmann', 'Kari'],
  ['Prof. Dr. Kari Nordmann', 'Kari'],
  ['K. Anne Nordmann', 'Anne'],
  ['Nordmann, Dr. Kari Anne', 'Kari'],
  ['N.Nordmann', ''],
  ['Dr. Nordmann', ''],
  ['Dr.', ''],
  ['---', ''],
  ['D’Arcy Example', 'D’Arcy'],
  ['A\u030Ase Example', 'Åse'],
  ['マリア・シュミット', 'マリア'],
  ['アレクサンダー・シュミット', 'アレクサンダー'],
  ['長谷川太郎', '長谷川太郎'],
  ['アレクサンダーシュミット', ''],
])('the first name of %j is %j', (name, first) => {
  expect(firstNameOf(name)).toBe(first);
});
