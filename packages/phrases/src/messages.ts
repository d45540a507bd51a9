import type { Language } from '@vestibule/contract/values.ts';
import { messages as en } from './en/messages.ts';
import type { MessageTexts } from './message-texts.ts';

/** The languages that messages are written in; English stands in for the others. */
const translated: Partial<Record<Language, MessageTexts>> = { en };

/** The texts of messages in a language. */
export function messageTexts(language: Language): MessageTexts {
  return translated[language] ?? en;
}
