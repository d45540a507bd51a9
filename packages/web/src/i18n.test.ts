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
])('a browser in %s gets texts in %s', (tag, language) => {
  expect(ourLanguage(tag)).toBe(language);
});

test.each([
  ['no', 'nb'],
  ['dk', 'da'],
  ['se', 'sv'],
  ['et', 'et'],
])('the page has %s as its language: %s', (language, tag) => {
  expect(htmlLanguage(language)).toBe(tag);
});

test('groups the digits of every number in a text', async () => {
  vi.stubGlobal('document', { cookie: '', documentElement: { getAttribute: () => 'en' } });
  const { t } = await startTexts({ rows: { rows_other: '{{count}} rows, of {{of}}', version: '{{version}}' } });
  expect(t('rows', { count: 5006, of: 1_234_567 })).toBe('5\u202f006 rows, of 1\u202f234\u202f567');
  expect(t('version', { version: '5006' })).toBe('5006');
});

test('finds a text in any namespace, also in one that loads later', async () => {
  vi.stubGlobal('document', { cookie: '', documentElement: { getAttribute: () => 'en' } });
  const texts = await startTexts({ platform: { button: { save: 'Save' } }, visits: { title: 'Visitors' }, kiosks: {} });
  expect([texts.t('button.save'), texts.t('title')]).toEqual(['Save', 'Visitors']);
  expect(texts.exists('kiosk.name')).toBe(false);
  texts.addResourceBundle('en', 'kiosks', { kiosk: { name: 'Name of the kiosk' } });
  expect(texts.t('kiosk.name')).toBe('Name of the kiosk');
});
