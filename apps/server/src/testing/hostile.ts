import fc from 'fast-check';

export const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\r\nset-cookie: a=b',
  '\u2028',
  '\uFEFF',
  '\uD800',
  '\uDFFFx',
  '\u202Eabc',
  'שלום',
  'e\u0301\u0301\u0301',
  String.fromCodePoint(0x1f469, 0x200d, 0x1f680),
  "' or 1=1 --",
  '"; drop table visitor; --',
  '$1',
  '%',
  '%%',
  '_',
  '\\',
  '\\\\',
  'a\\',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '-1',
  '0',
  '007',
  '1e309',
  '2147483648',
  '9007199254740993',
  'NaN',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'infinity',
  'now',
  '0000-01-01T00:00:00.000Z',
  '2026-02-30',
  '25:61',
  'x'.repeat(300),
  'é'.repeat(700),
];

const hostileNumbers = [-1, 0, 1.5, -0, 2 ** 31, 2 ** 31 - 1, 2 ** 53, -(2 ** 63), 1e308, Number.MIN_VALUE];

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 2, arbitrary: fc.constantFrom(...hostileNumbers) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, [], {}, [[]], [null], { length: 1 }, { toString: 1 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);

/** Texts that are valid somewhere, so that requests pass the first check. */
export const likelyTexts = fc.oneof(
  fc.constantFrom(
    'Åse Ødegård',
    'desk@test.example',
    '+4790123456',
    '90 12 34 56',
    'Europe/Oslo',
    '12:30',
    'Right-Horse-7!',
    'abc',
    'remove',
  ),
  fc.integer({ min: 0, max: 99_999 }).map((number) => `visitor-${number}@test.example`),
  fc.integer({ min: 90_000_000, max: 99_999_999 }).map(String),
);
