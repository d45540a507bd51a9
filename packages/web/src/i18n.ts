import { languages } from '@vestibule/contract/platform/values.ts';
import { createInstance, type FormatterModule, type i18n, type ResourceLanguage } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import { formatCount } from './count.ts';

/** Where the language is looked for, in this order; what is found is kept in local storage. */
const detection = {
  order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
  lookupQuerystring: 'lng',
  lookupCookie: 'i18next',
  lookupLocalStorage: 'i18nextLng',
  lookupSessionStorage: 'i18nextLng',
  caches: ['localStorage'],
  convertDetectedLanguage: ourLanguage,
};

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

/** A number in a text is how many of something; what only looks like one, such as a version, is put in as a string. */
const countFormatter: FormatterModule = {
  type: 'formatter',
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value: string | number, _format, language = 'en') =>
    typeof value === 'number' ? formatCount(value, language) : value,
};

/**
 * Starts the texts of an app. Texts that the user's language lacks appear in English.
 * @param english the English texts of the first load by namespace. A namespace whose texts load later is empty here. Keys need no
 * namespace: i18next searches all of them, so a key must be in one namespace only.
 */
export async function startTexts(english: ResourceLanguage): Promise<i18n> {
  const namespaces = Object.keys(english);
  const texts = createInstance();
  texts.on('languageChanged', () => {
    document.documentElement.lang = htmlLanguage(texts.resolvedLanguage ?? 'en');
  });
  await texts
    .use(LanguageDetector)
    .use(initReactI18next)
    .use(countFormatter)
    .init({
      resources: { en: english },
      ns: namespaces,
      defaultNS: namespaces[0],
      fallbackNS: namespaces,
      detection,
      supportedLngs: languages,
      fallbackLng: 'en',
      load: 'languageOnly',
      interpolation: { escapeValue: false, alwaysFormat: true },
      react: { useSuspense: false },
    });
  return texts;
}

/** The language of ours that a browser's language tag such as `nb-NO` stands for; an unknown tag is left alone. */
export function ourLanguage(tag: string): string {
  const [language = tag] = tag.toLowerCase().split(/[-_]/);
  return oursOf.get(language) ?? language;
}

/** What stands in the `lang` of the page for a language of ours. */
export function htmlLanguage(language: string): string {
  return standardOf.get(language) ?? language;
}
