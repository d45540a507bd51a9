import { expect, test } from 'vitest';
import { writeCsv, writeCsvForPeople } from './csv.ts';

test('quotes each cell and doubles the quotes inside it', () => {
  expect(
    writeCsv([
      ['Åse "Ås" Dahl', 'a;b'],
      ['', 'c\nd'],
    ]),
  ).toBe('"Åse ""Ås"" Dahl";"a;b"\r\n"";"c\nd"');
});

test('guards formulas in files for spreadsheets, and leaves phones unchanged', () => {
  expect(writeCsvForPeople([['=1+1', '+4790000001', '@x', '-1 2', '+cmd', "'='"]])).toBe(
    `\uFEFF"'=1+1";"+4790000001";"'@x";"-1 2";"'+cmd";"'='"\r\n`,
  );
});
