import type { Language } from '@vestibule/contract/platform/values.ts';
import { messages as de } from './de/visits/messages.ts';
import { messages as dk } from './dk/visits/messages.ts';
import { messages as en } from './en/visits/messages.ts';
import { messages as es } from './es/visits/messages.ts';
import { messages as et } from './et/visits/messages.ts';
import { messages as fi } from './fi/visits/messages.ts';
import { messages as fr } from './fr/visits/messages.ts';
import { messages as it } from './it/visits/messages.ts';
import { messages as lt } from './lt/visits/messages.ts';
import { messages as lv } from './lv/visits/messages.ts';
import type { MessageTexts } from './message-texts.ts';
import { messages as nl } from './nl/visits/messages.ts';
import { messages as no } from './no/visits/messages.ts';
import { messages as pl } from './pl/visits/messages.ts';
import { messages as pt } from './pt/visits/messages.ts';
import { messages as sv } from './sv/visits/messages.ts';

const texts: Record<Language, MessageTexts> = { en, no, dk, se: sv, sv, fi, nl, de, fr, it, es, pt, et, lv, lt, pl };

export function messageTexts(language: Language): MessageTexts {
  return texts[language];
}
