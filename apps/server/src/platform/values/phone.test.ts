import fc from 'fast-check';
import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, test } from 'vitest';
import { Refusal } from '../http/refusal.ts';
import { readPhone } from './phone.ts';

const numbers = getCountries().flatMap((country) => getExampleNumber(country, examples) ?? []);
const someNumber = fc.constantFrom(...numbers);
const someCountry = fc.constantFrom(...getCountries());

test('reads all common spellings of a number alike', () => {
  const property = fc.property(someNumber, someCountry, (number, deskCountry) => {
    const home = number.country ?? '';
    expect(readPhone(number.number, deskCountry)).toBe(number.number);
    expect(readPhone(number.formatInternational(), deskCountry)).toBe(number.number);
    expect(readPhone(number.formatInternational().replaceAll(' ', '-'), deskCountry)).toBe(number.number);
    expect(readPhone(number.formatNational(), home)).toBe(number.number);
  });
  fc.assert(property, { numRuns: 200 });
});

test('reads any text as E.164, which reads as itself again, or refuses it', () => {
  const typed = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('+', '0', '1', '4', '7', '9', ' ', '(', ')', '-', ';', 'x', 'ext=', '٣', '９') }),
    fc.constantFrom(...numbers.map(({ number }) => number)),
  );
  const property = fc.property(typed, fc.oneof(someCountry, fc.string({ maxLength: 3 })), (text, country) => {
    const phone = attempt(text, country);
    expect(phone).toMatch(/^(\+[1-9]\d{4,14}|invalidPhone on phone)$/);
    expect(phone.startsWith('+') ? attempt(phone, country) : phone).toBe(phone);
  });
  fc.assert(property, { numRuns: 600 });
});

function attempt(text: string, country: string): string {
  try {
    return readPhone(text, country);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `${error.reason} on ${Object.keys(error.details.fields ?? {}).join()}`;
  }
}

test.for([
  '',
  '1',
  '12345',
  '+47',
  '+47 1',
  '90123456x7',
  '+47 90 12 34 56 ext 5',
  'call 90123456',
  '+999 90123456',
  '+4790123456789',
])('refuses %j as a phone', (typed) => {
  expect(() => readPhone(typed, 'NO')).toThrow('invalidPhone');
});

test('accepts landlines and numbers for visitors from abroad', () => {
  expect(readPhone('22 12 34 56', 'NO')).toBe('+4722123456');
  expect(readPhone('+1 (212) 555-0123', 'NO')).toBe('+12125550123');
  expect(readPhone('(+1) 212 555 0123', 'NO')).toBe('+12125550123');
});
