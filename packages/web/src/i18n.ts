import { languages } from '@vestibule/contract/platform/values.ts';
import { createInstance, type FormatterModule, type i18n, type ResourceLanguage } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import { formatCount } from './count.ts';

/** Sources of the language in this order. The choice is kept in local storage. */
const detection = {
  order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
  lookupQuerystring: 'lng',
  lookupCookie: 'i18next',
  lookupLocalStorage: 'i18nextLng',
  lookupSessionStorage: 'i18nextLng',
  caches: ['localStorage'],
  convertDetectedLanguage: ourLanguage,
};

/** Language codes of browsers for our codes, some of which are country codes. */
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

/** A number in a text is a count. Pass others, such as versions, as strings. */
const countFormatter: FormatterModule = {
  type: 'formatter',
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value: string | number, _format, language = 'en') =>
    typeof value === 'number' ? formatCount(value, language) : value,
};

/** Missing texts appear in English. `english`: the texts of the first load by namespace. */
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

/** Our language for a browser's tag such as `nb-NO`. Unknown tags stay. */
export function ourLanguage(tag: string): string {
  const [language = tag] = tag.toLowerCase().split(/[-_]/);
  return oursOf.get(language) ?? language;
}

export function htmlLanguage(language: string): string {
  return standardOf.get(language) ?? language;
}
