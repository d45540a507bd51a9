import { languages } from '@vestibule/contract/platform/values.ts';
import { expect, test } from 'vitest';
import { kiosks } from './en/kiosks/console/kiosks.ts';
import { shell } from './en/platform/console/shell.ts';
import { invitation } from './en/kiosks/invitation.ts';
import { kiosk } from './en/kiosks/kiosk.ts';
import { staff } from './en/kiosks/staff.ts';
import { kioskTexts } from './kiosk-texts.ts';
import { languagesOfInterface } from './languages.ts';
import type { Plural } from './plural.ts';

const translated = languages.filter((language) => language !== 'en');

test.each(translated)('each text in %s has the placeholders of the English one and is translated', async (language) => {
  const { invitation: guests, ...others } = await kioskTexts(language);
  const texts = new Map([...textsOf(others), ...textsOf(guests)]);
  const all = new Map([...textsOf({ ...kiosk, ...staff }), ...textsOf(invitation)]);
  const places = (each: Map<string, string>) => [...each].map(([key, text]) => [key, placesOf(text)]);
  expect(places(texts)).toEqual(places(all));
  const same = [...all].filter(([key, text]) => texts.get(key) === text).map(([, text]) => text);
  // A short word may be the same in both languages.
  expect(same.filter((text) => text.split(' ').length > 2)).toEqual([]);
});

test.each(languages)('%s has a form for every number of seconds and of waiting visits', async (language) => {
  const { idle, waiting } = await kioskTexts(language);
  const rules = new Intl.PluralRules(languagesOfInterface[language].tag);
  const needed = new Set(Array.from({ length: 31 }, (_, count) => rules.select(count)));
  for (const forms of [idle.text, waiting.visits]) {
    expect(Object.keys(forms)).toEqual(expect.arrayContaining([...needed]));
  }
});

test.each(languages)('in %s, the kiosk uses the name that a page has in the console', async (language) => {
  const { enrollment, license } = await kioskTexts(language);
  expect(enrollment.text).toContain(shell.link.kiosks);
  expect(enrollment.text).toContain(kiosks.enrolling.open);
  expect(license.text).toContain(shell.link.licenses);
});

type Texts = Record<string, string | Record<string, string | Plural>>;

function textsOf(texts: Texts): Map<string, string> {
  const groups = Object.entries(texts).map(([group, below]): [string, Record<string, string | Plural>] => [
    group,
    typeof below === 'string' ? { '': below } : below,
  ]);
  return new Map(
    groups.flatMap(([group, below]) =>
      Object.entries(below).map(([key, text]): [string, string] => [
        `${group}.${key}`,
        typeof text === 'string' ? text : text.other,
      ]),
    ),
  );
}

function placesOf(text: string): string[] {
  return [...text.matchAll(/\{\{\w+\}\}/g)].map(([place]) => place).toSorted();
}
