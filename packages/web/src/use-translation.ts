import type { Language } from '@vestibule/contract/values.ts';
import { useSyncExternalStore } from 'react';
import { htmlLanguage, keepLanguage } from './language.ts';
import { hasTexts, type Translate, translateInto } from './texts.ts';

interface Translation {
  language: Language;
  t: Translate;
}

let current: Translation = { language: 'en', t: translateInto('en') };
const listeners = new Set<() => void>();

/** The language of whoever looks, and `t`, which says texts in it. */
export function useTranslation(): Translation {
  return useSyncExternalStore(subscribe, translation);
}

/** The same for what is no component. */
export function translation(): Translation {
  return current;
}

/** Goes on in another language, here and on the next page. */
export function changeLanguage(language: Language): void {
  keepLanguage(language);
  document.documentElement.lang = hasTexts(language) ? htmlLanguage(language) : 'en';
  current = { language, t: translateInto(language) };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
