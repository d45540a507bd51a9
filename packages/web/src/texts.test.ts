import { firstTexts } from '@vestibule/phrases/en/first.ts';
import { laterTexts } from '@vestibule/phrases/en/later.ts';
import { beforeAll, expect, test } from 'vitest';
import { addTexts, hasText, translateInto } from './texts.ts';

beforeAll(() => {
  addTexts('en', firstTexts);
  addTexts('en', laterTexts);
  addTexts('no', { visitors: { title: 'Besøkende' } });
  addTexts('pl', {
    visitors: { refused: { more_one: 'jeden', more_few: '{{count}} kilka', more_many: '{{count}} wiele' } },
  });
});

test('a text is said in the language, and in English where the language does not have it', () => {
  expect(translateInto('no')('visitors.title')).toBe('Besøkende');
  expect(translateInto('no')('session.login.title')).toBe(firstTexts.session.login.title);
  expect(translateInto('fi')('visitors.title')).toBe(firstTexts.visitors.title);
});

test('what was fetched later stands beside what came first', () => {
  const t = translateInto('en');
  expect(t('visitors.title')).toBe(firstTexts.visitors.title);
  expect(t('licences.title')).toBe(laterTexts.licences.title);
});

test('values stand where the text names them, as they are', () => {
  const t = translateInto('en');
  expect(t('licences.key.copied', { key: '{{key}} $& <b>' })).toBe('{{key}} $& <b> is copied.');
  expect(t('licences.key.copied', {})).toBe(' is copied.');
});

test('a count chooses the form of its language', () => {
  const t = translateInto('pl');
  expect([1, 3, 5].map((count) => t('visitors.refused.more', { count }))).toEqual(['jeden', '3 kilka', '5 wiele']);
});

test('a reason that nobody wrote a text for is not known', () => {
  expect(hasText('errors.notSignedIn')).toBe(true);
  expect(hasText('errors.constructor')).toBe(false);
  expect(hasText('errors')).toBe(false);
});
