import type { Language } from '@vestibule/contract/platform/values.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import type { Plural } from '@vestibule/phrases/plural.ts';

/** Puts values in the places of a text that are marked `{{name}}`. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (mark, name: string) => String(values[name] ?? mark));
}

/** The form of a text that a language has for a count, with the count in it. */
export function fillCount(forms: Plural, language: Language, count: number): string {
  const { tag } = languagesOfInterface[language];
  const form = forms[new Intl.PluralRules(tag).select(count)] ?? forms.other;
  return fill(form, { count: new Intl.NumberFormat(tag).format(count) });
}
