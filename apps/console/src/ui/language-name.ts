import { type Language, languages } from '@vestibule/contract/platform/values.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';

const names = languages.map((language) => languagesOfInterface[language].name);

/** Adds the code if two codes have the same name. */
export function languageName(language: Language): string {
  const { name } = languagesOfInterface[language];
  return names.filter((each) => each === name).length > 1 ? `${name} (${language})` : name;
}

export function languageOption(language: Language) {
  return { value: language, label: languageName(language), lang: languagesOfInterface[language].tag };
}
