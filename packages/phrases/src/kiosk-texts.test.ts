import { languages } from '@vestibule/contract/values.ts';
import { expect, test } from 'vitest';
import { kiosk as english } from './en/kiosk.ts';
import { kioskTexts } from './kiosk-texts.ts';
import { languagesOfInterface } from './languages.ts';
import type { Plural } from './plural.ts';

const translated = languages.filter((language) => language !== 'en');

test.each(translated)(
  'each text in %s leaves the same places open as in English, and none is left in English',
  async (language) => {
    const texts = textsOf(await kioskTexts(language));
    const same: string[] = [];
    for (const [key, text] of textsOf(english)) {
      expect(placesOf(texts.get(key) ?? ''), key).toEqual(placesOf(text));
      if (texts.get(key) === text) same.push(key);
    }
    // A short word may be the same in both languages, a sentence is not.
    expect(same.filter((key) => (texts.get(key) ?? '').split(' ').length > 2)).toEqual([]);
  },
);

test.each(languages)('%s has a form for every count of seconds', async (language) => {
  const { idle } = await kioskTexts(language);
  const rules = new Intl.PluralRules(languagesOfInterface[language].tag);
  const needed = new Set(Array.from({ length: 31 }, (_, count) => rules.select(count)));
  expect(Object.keys(idle.text)).toEqual(expect.arrayContaining([...needed]));
});

/** Every text by its place, of a count the form that all languages have. */
function textsOf(texts: object, place = ''): Map<string, string> {
  const all = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    const path = `${place}${key}`;
    if (typeof value === 'string') all.set(path, value);
    else if (isPlural(value)) all.set(path, value.other);
    else if (typeof value === 'object' && value !== null) {
      for (const [below, text] of textsOf(value, `${path}.`)) all.set(below, text);
    }
  }
  return all;
}

function isPlural(value: unknown): value is Plural {
  return typeof value === 'object' && value !== null && 'one' in value && 'other' in value;
}

function placesOf(text: string): string[] {
  return [...text.matchAll(/\{\{\w+\}\}/g)].map(([place]) => place).toSorted();
}
