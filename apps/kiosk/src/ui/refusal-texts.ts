import type { KioskTexts } from '@vestibule/phrases/en/kiosks/kiosk.ts';

/** What happened, and what to do next. */
export function describeRefusal({ refused, problem }: KioskTexts, reason: string): { title: string; text?: string } {
  const title = new Map(Object.entries(refused)).get(reason);
  const text = new Map(Object.entries(problem)).get(title === undefined ? 'other' : reason);
  return { title: title ?? refused.other, ...(text !== undefined && { text }) };
}

/** The same in one paragraph. */
export function sayRefusal(texts: KioskTexts, reason: string): string {
  const { title, text } = describeRefusal(texts, reason);
  return [`${title}.`, text].filter(Boolean).join(' ');
}
