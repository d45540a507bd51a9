import type { MessageKind } from '@vestibule/contract/message.ts';
import type { Language } from '@vestibule/contract/values.ts';
import { messages as en } from './en/messages.ts';

/** The texts of all messages in one language. */
export type MessageTexts = typeof en;

/** What the text of a message of this kind needs to know. */
export type MessageFacts<Kind extends MessageKind> = Parameters<MessageTexts[Kind]>[0];

/** The languages that messages are written in; English holds for the others. */
const translated: Partial<Record<Language, MessageTexts>> = { en };

/** The texts of messages in a language, and which language they are in. */
export function messageTexts(language: Language): { texts: MessageTexts; language: Language } {
  const texts = translated[language];
  return texts ? { texts, language } : { texts: en, language: 'en' };
}
