import { type Language, languages } from '@vestibule/contract/platform/values.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';

const names = languages.map((language) => languagesOfInterface[language].name);

/** How a language is called by those who speak it. Two codes are called the same; these show which is which. */
export function languageName(language: Language): string {
  const { name } = languagesOfInterface[language];
  return names.filter((each) => each === name).length > 1 ? `${name} (${language})` : name;
}

/** A language to be chosen, whose name is read out as it is spoken there. */
export function languageOption(language: Language) {
  return { value: language, label: languageName(language), lang: languagesOfInterface[language].tag };
}
