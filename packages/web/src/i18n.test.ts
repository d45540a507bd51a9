import { expect, test, vi } from 'vitest';
import { htmlLanguage, ourLanguage, startTexts } from './i18n.ts';

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

test('thousands are set apart in every number that a text holds', async () => {
  vi.stubGlobal('document', { cookie: '', documentElement: { getAttribute: () => 'en' } });
  const { t } = await startTexts({
    en: { translation: { rows_other: '{{count}} rows, of {{of}}', version: '{{version}}' } },
  });
  expect(t('rows', { count: 5006, of: 1_234_567 })).toBe('5\u202f006 rows, of 1\u202f234\u202f567');
  expect(t('version', { version: '5006' })).toBe('5006');
});
