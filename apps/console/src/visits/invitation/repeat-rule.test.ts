import i18next from 'i18next';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { editedRepeat, fieldsOfRule, intervalText, requireRule, rule } from './repeat-rule.ts';

const Rule = z.object(rule).superRefine(requireRule);
const until = '2026-12-31';

test('edits the end of a series whose interval of weeks the API made longer than a year', () => {
  const series = { unit: 'week', interval: 60, until } as const;
  const fields = fieldsOfRule(series, '2026-01-01');
  const typed = Rule.parse({ ...fields, until: '2027-12-31' });
  expect(editedRepeat(series, fields, typed)).toEqual({ ...series, until: '2027-12-31' });
});

test('states the interval of a series of days and of one of weeks, unless it is 1', async () => {
  // Texts are their keys.
  const t = await i18next.createInstance().init({ lng: 'cimode' });
  expect(intervalText(t, { unit: 'day', interval: 3, until })).toBe('invitations.field.intervalOfDays: 3');
  expect(intervalText(t, { unit: 'week', interval: 2, until })).toBe('invitations.field.interval: 2');
  expect(intervalText(t, { unit: 'day', interval: 1, until })).toBeNull();
});
