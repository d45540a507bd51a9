import { expect, test } from 'vitest';
import { writeCsv, writeCsvForPeople } from './csv.ts';

test('cells stand in quotes, which are doubled inside', () => {
  expect(
    writeCsv([
      ['Åse "Ås" Dahl', 'a;b'],
      ['', 'c\nd'],
    ]),
  ).toBe('"Åse ""Ås"" Dahl";"a;b"\r\n"";"c\nd"');
});

test('for people no text is a formula, and a phone is as it was', () => {
  expect(writeCsvForPeople([['=1+1', '+4790000001', '@x', '-1 2', '+cmd', "'='"]])).toBe(
    `\uFEFF"'=1+1";"+4790000001";"'@x";"-1 2";"'+cmd";"'='"\r\n`,
  );
});
