import type { Language } from '@vestibule/contract/values.ts';
import type { en } from '@vestibule/phrases/en.ts';
import { htmlLanguage } from './language.ts';

/** Texts by their keys. */
interface Texts {
  readonly [key: string]: string | Texts;
}

/** Where a text stands, `visitors.title`. One with forms for a count, `more_one` and `more_other`, is asked for as `more`. */
export type TextKey = KeyOf<typeof en>;

type KeyOf<Of> = {
  [Key in keyof Of & string]: Of[Key] extends string ? WithoutForm<Key> : `${Key}.${KeyOf<Of[Key]>}`;
}[keyof Of & string];

type WithoutForm<Key extends string> = Key extends `${infer Text}_${Intl.LDMLPluralRule}` ? Text : Key;

/** What is put where a text says `{{name}}`; `count` chooses its form as well. */
type Values = Readonly<Record<string, string | number | null | undefined>>;

/** Says a text. One that does not exist does not compile. */
export type Translate = (key: TextKey, values?: Values) => string;

const known = new Map<Language, Set<Texts>>();

/** Adds texts of a language to those that are known. */
export function addTexts(language: Language, texts: Texts): void {
  known.set(language, (known.get(language) ?? new Set()).add(texts));
}

/** Whether there is any text in the language. */
export function hasTexts(language: Language): boolean {
  return known.has(language);
}

/** Whether a text is known, in English at least. */
export function hasText(key: string): boolean {
  return find('en', key) !== undefined;
}

/** Says texts in a language, and in English those that it does not have. A key that is not known is said itself. */
export function translateInto(language: Language): Translate {
  return (key, values = {}) => {
    const text = inForm(language, key, values.count) ?? inForm('en', key, values.count) ?? key;
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}

function inForm(language: Language, key: string, count: Values[string]): string | undefined {
  if (typeof count !== 'number') return find(language, key);
  const form = new Intl.PluralRules(htmlLanguage(language)).select(count);
  return find(language, `${key}_${form}`) ?? find(language, `${key}_other`) ?? find(language, key);
}

function find(language: Language, key: string): string | undefined {
  for (const texts of known.get(language) ?? []) {
    const found = key.split('.').reduce<Texts[string] | undefined>(below, texts);
    if (typeof found === 'string') return found;
  }
  return undefined;
}

function below(texts: Texts[string] | undefined, key: string): Texts[string] | undefined {
  return typeof texts === 'object' ? texts[key] : undefined;
}
