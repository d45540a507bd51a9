import { expect, test } from 'vitest';
import { joinSheets, paperOf } from './badge-sheets.ts';

const sheet = (name: string) =>
  `<html><style>@page { size: 101.6mm 152.4mm; }</style><body><section>${name}</section></body></html>`;

test('joins sheets in their order', () => {
  const joined = joinSheets([sheet('Åse'), sheet('$& Ola'), sheet('Kari')]);
  expect(joined?.match(/<section>[^<]+/g)).toEqual(['<section>Åse', '<section>$& Ola', '<section>Kari']);
  expect(joined?.match(/<\/body>/g)).toHaveLength(1);
  expect(joinSheets([])).toBeNull();
});

test('reads the paper size from the sheet', () => {
  expect(paperOf(sheet('Åse'))).toEqual({ width: '101.6', height: '152.4' });
  expect(paperOf('<html></html>')).toBeUndefined();
});
