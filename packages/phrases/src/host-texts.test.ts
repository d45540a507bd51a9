import { languages } from '@vestibule/contract/platform/values.ts';
import { expect, test } from 'vitest';
import { consoleTexts } from './en/console-texts.ts';
import { hostTextsByWing } from './host-texts.ts';

interface Texts {
  [key: string]: string | Texts;
}

const english = textsOf(consoleTexts);

test.each(languages.filter((language) => language !== 'en'))(
  'each text for hosts in %s has the placeholders of the English one and is translated',
  async (language) => {
    const texts = textsOf((await hostTextsByWing(language)) ?? {});
    expect(texts.size).toBeGreaterThan(200);
    const places = [...texts].map(([key, text]) => [key, placesOf(text)]);
    expect(places).toEqual([...texts].map(([key]) => [key, placesOf(english.get(key) ?? 'no such text')]));
    const same = [...texts].filter(([key, text]) => english.get(key) === text).map(([, text]) => text);
    // A short word may be the same in both languages.
    expect(same.filter((text) => text.split(' ').length > 2 && !text.includes('{{'))).toEqual([]);
  },
);

test('English has its texts in the console', async () => {
  expect(await hostTextsByWing('en')).toBeNull();
});

/** A text in the plural counts as one. */
function textsOf(texts: Texts, before = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[`${before}${key.replace(/_(one|other)$/, '')}`, value] as const]
        : [...textsOf(value, `${before}${key}.`)],
    ),
  );
}

function placesOf(text: string): string[] {
  return [...text.matchAll(/\{\{\w+\}\}/g)].map(([place]) => place).toSorted();
}
