import type { Language } from '@vestibule/contract/platform/values.ts';
import { answer, type AnswerTexts } from './en/visits/answer.ts';

/** A reader loads one language. English is there at once, for pages without a visit. */
const texts: Record<Language, () => Promise<{ answer: AnswerTexts }>> = {
  en: () => Promise.resolve({ answer }),
  no: () => import('./no/visits/answer.ts'),
  dk: () => import('./dk/visits/answer.ts'),
  se: () => import('./sv/visits/answer.ts'),
  sv: () => import('./sv/visits/answer.ts'),
  fi: () => import('./fi/visits/answer.ts'),
  nl: () => import('./nl/visits/answer.ts'),
  de: () => import('./de/visits/answer.ts'),
  fr: () => import('./fr/visits/answer.ts'),
  it: () => import('./it/visits/answer.ts'),
  es: () => import('./es/visits/answer.ts'),
  pt: () => import('./pt/visits/answer.ts'),
  et: () => import('./et/visits/answer.ts'),
  lv: () => import('./lv/visits/answer.ts'),
  lt: () => import('./lt/visits/answer.ts'),
  pl: () => import('./pl/visits/answer.ts'),
};

export async function answerTexts(language: Language): Promise<AnswerTexts> {
  return (await texts[language]()).answer;
}
