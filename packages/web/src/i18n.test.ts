import { expect, test } from 'vitest';
import { htmlLanguage, ourLanguage } from './i18n.ts';

test.each([
  ['nb-NO', 'no'],
  ['nn', 'no'],
  ['da-DK', 'dk'],
  ['sv-SE', 'sv'],
  ['se', 'se'],
  ['de_AT', 'de'],
  ['en-US', 'en'],
  ['ja', 'ja'],
])('a browser in %s is spoken to in %s', (tag, language) => {
  expect(ourLanguage(tag)).toBe(language);
});

test.each([
  ['no', 'nb'],
  ['dk', 'da'],
  ['se', 'sv'],
  ['et', 'et'],
])('the page says of %s that it is %s', (language, tag) => {
  expect(htmlLanguage(language)).toBe(tag);
});
