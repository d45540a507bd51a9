import type { Language } from '@vestibule/contract/platform/values.ts';

interface LanguageOfInterface {
  name: string;
  tag: string;
}

/** Some codes are those of a country (`dk`, `se`) or of a family (`no`), which browsers do not know. */
export const languagesOfInterface: Record<Language, LanguageOfInterface> = {
  en: { name: 'English', tag: 'en' },
  no: { name: 'Norsk', tag: 'nb' },
  dk: { name: 'Dansk', tag: 'da' },
  se: { name: 'Svenska', tag: 'sv' },
  sv: { name: 'Svenska', tag: 'sv' },
  fi: { name: 'Suomi', tag: 'fi' },
  nl: { name: 'Nederlands', tag: 'nl' },
  de: { name: 'Deutsch', tag: 'de' },
  fr: { name: 'Français', tag: 'fr' },
  it: { name: 'Italiano', tag: 'it' },
  es: { name: 'Español', tag: 'es' },
  pt: { name: 'Português', tag: 'pt' },
  et: { name: 'Eesti', tag: 'et' },
  lv: { name: 'Latviešu', tag: 'lv' },
  lt: { name: 'Lietuvių', tag: 'lt' },
  pl: { name: 'Polski', tag: 'pl' },
};
