import { expect, test } from 'vitest';
import { checkGuests, emptyGuest, readLine, type TypedGuest } from './guest-lines.ts';

test.each<[line: string, guest: Partial<TypedGuest>]>([
  ['Lene Dahl <lene@dahl.example>', { name: 'Lene Dahl', email: 'lene@dahl.example' }],
  [
    'Lene Dahl <lene@dahl.example>; ; Dahl AS',
    { name: 'Lene Dahl', email: 'lene@dahl.example', companyName: 'Dahl AS' },
  ],
  ['Nora Vik; 934 56 789; Vik Bygg', { name: 'Nora Vik', phone: '934 56 789', companyName: 'Vik Bygg' }],
  ['Nora Vik\t93456789\tVik Bygg', { name: 'Nora Vik', phone: '93456789', companyName: 'Vik Bygg' }],
  [
    'Åse; +47 934 56 789; Vik; ase@vik.example',
    { name: 'Åse', phone: '+47 934 56 789', companyName: 'Vik', email: 'ase@vik.example' },
  ],
  ['  Jonas Falk  ', { name: 'Jonas Falk' }],
  ['Jonas Falk <jonas@', { name: 'Jonas Falk', email: 'jonas@' }],
])('reads %j', (line, guest) => {
  expect(readLine(line)).toEqual({ ...emptyGuest, ...guest });
});

const problemsOf = (lines: readonly string[], areNotified = true) =>
  checkGuests(lines.map(readLine), { country: 'NO', areNotified }).map((problem) => problem?.key);

test('finds a wrong address, a wrong phone, a missing name and a guest without both', () => {
  expect(problemsOf(['Lene <lene@dahl>', 'Nora; 12', '<a@b.example>', 'Jonas Falk', 'Emil Strand; 93456789'])).toEqual([
    'incorrectEmail',
    'invalidPhone',
    'nameRequired',
    'guestNeedsEmailOrPhone',
    undefined,
  ]);
});

test('accepts a guest without address and phone who gets no message', () => {
  expect(problemsOf(['Jonas Falk'], false)).toEqual([undefined]);
});

test('finds the second of two guests with one phone, however it is typed', () => {
  expect(problemsOf(['Nora; 934 56 789', 'Emil; +4793456789'])).toEqual([undefined, 'phoneListedTwice']);
});

test('reads 500 lines and finds exactly the wrong ones, in any script', () => {
  const names = ['Åse Ødegård', '山田太郎', 'محمد بن سلمان', 'Σοφία', 'x'.repeat(120)];
  const lines = Array.from({ length: 500 }, (_, index) => `${names[index % 5]} <guest-${index}@nordlys.example>`);
  const wrong = { 7: 'Nora; 12', 130: 'Lene <lene@>', 256: 'x'.repeat(121), 499: 'Jonas Falk' };
  const typed = lines.map((line, index) => Object.entries(wrong).find(([at]) => Number(at) === index)?.[1] ?? line);
  const problems = problemsOf(typed);
  expect(problems.flatMap((key, index) => (key ? [[index, key]] : []))).toEqual([
    [7, 'invalidPhone'],
    [130, 'incorrectEmail'],
    [256, 'max120chars'],
    [499, 'guestNeedsEmailOrPhone'],
  ]);
  expect(typed.map((line) => readLine(line).name)[3]).toBe('Σοφία');
});
