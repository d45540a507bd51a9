import type { Language } from '@vestibule/contract/platform/values.ts';
import { messages as de } from './de/messages.ts';
import { messages as dk } from './dk/messages.ts';
import { messages as en } from './en/messages.ts';
import { messages as es } from './es/messages.ts';
import { messages as et } from './et/messages.ts';
import { messages as fi } from './fi/messages.ts';
import { messages as fr } from './fr/messages.ts';
import { messages as it } from './it/messages.ts';
import { messages as lt } from './lt/messages.ts';
import { messages as lv } from './lv/messages.ts';
import type { MessageTexts } from './message-texts.ts';
import { messages as nl } from './nl/messages.ts';
import { messages as no } from './no/messages.ts';
import { messages as pl } from './pl/messages.ts';
import { messages as pt } from './pt/messages.ts';
import { messages as sv } from './sv/messages.ts';

const texts: Record<Language, MessageTexts> = { en, no, dk, se: sv, sv, fi, nl, de, fr, it, es, pt, et, lv, lt, pl };

/** The texts of messages in a language. */
export function messageTexts(language: Language): MessageTexts {
  return texts[language];
}
