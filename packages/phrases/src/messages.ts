import type { Language } from '@vestibule/contract/values.ts';
import { messages as en } from './en/messages.ts';
import type { MessageTexts } from './message-texts.ts';

/** The languages that messages are written in; English stands in for the others. */
const translated: Partial<Record<Language, MessageTexts>> = { en };

/** The texts of messages in a language, and the language that they are in. */
export function messageTexts(wanted: Language): { texts: MessageTexts; language: Language } {
  const texts = translated[wanted];
  return texts ? { texts, language: wanted } : { texts: en, language: 'en' };
}
