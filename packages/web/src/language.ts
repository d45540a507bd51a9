import { type Language, languages } from '@vestibule/contract/values.ts';

/** Where a language is kept, in local storage; it is found in the storage of the session as well. */
const key = 'i18nextLng';

/** The list of languages has country codes in it; these are the language codes of browsers that belong to them. */
const oursOf = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
  ['da', 'dk'],
]);
const standardOf = new Map([
  ['no', 'nb'],
  ['dk', 'da'],
  ['se', 'sv'],
]);

/** The first language of ours among those that are asked for: by the address, what was kept, the browser and the page. */
export function detectLanguage(): Language {
  const asked = [
    new URLSearchParams(location.search).get('lng'),
    /(?:^|; )i18next=([^;]*)/.exec(document.cookie)?.[1],
    localStorage.getItem(key),
    sessionStorage.getItem(key),
    ...navigator.languages,
    document.documentElement.lang,
  ];
  const found = asked.map((tag) => ourLanguage(tag ?? ''));
  return found.flatMap((tag) => languages.find((language) => language === tag) ?? [])[0] ?? 'en';
}

/** Keeps a language for the next page in this browser. */
export function keepLanguage(language: Language): void {
  localStorage.setItem(key, language);
}

/** The language of ours that a browser's language tag such as `nb-NO` stands for; an unknown tag is left alone. */
export function ourLanguage(tag: string): string {
  const [language = tag] = tag.toLowerCase().split(/[-_]/);
  return oursOf.get(language) ?? language;
}

/** What stands in the `lang` of the page for a language of ours. */
export function htmlLanguage(language: Language): string {
  return standardOf.get(language) ?? language;
}
