import { expect, test } from 'vitest';
import { joinSheets, paperOf } from './badge-sheets.ts';

const sheet = (name: string) =>
  `<html><style>@page { size: 101.6mm 152.4mm; }</style><body><section>${name}</section></body></html>`;

test('sheets become one, in their order', () => {
  const joined = joinSheets([sheet('Åse'), sheet('$& Ola'), sheet('Kari')]);
  expect(joined?.match(/<section>[^<]+/g)).toEqual(['<section>Åse', '<section>$& Ola', '<section>Kari']);
  expect(joined?.match(/<\/body>/g)).toHaveLength(1);
  expect(joinSheets([])).toBeNull();
});

test('the paper is read from the sheet', () => {
  expect(paperOf(sheet('Åse'))).toEqual({ width: '101.6', height: '152.4' });
  expect(paperOf('<html></html>')).toBeUndefined();
});
