import type { MailKind, SmsKind } from '@vestibule/contract/platform/message-words.ts';
import { initialsOf } from '@vestibule/contract/platform/initials.ts';
import type { Language } from '@vestibule/contract/platform/values.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import type { MailText } from '@vestibule/phrases/message-texts.ts';
import { messageTexts } from '@vestibule/phrases/messages.ts';
import { type Brand, colorsOf } from './brand.ts';
import type { MailContent, SmsContent } from './content.ts';
import { mailPage } from './mail-template.ts';

interface Composed {
  subject: string;
  text: string;
  html: string;
}

export function composeMail<Kind extends MailKind>(
  kind: Kind,
  content: MailContent<Kind>,
  { language, brand }: { language: Language; brand: Brand },
): Composed {
  const text = messageTexts(language).mail[kind](content);
  const link = 'link' in content && typeof content.link === 'string' ? content.link : null;
  return writeMail(text, link, { language, brand });
}

export function composeSms<Kind extends SmsKind>(kind: Kind, content: SmsContent<Kind>, language: Language): string {
  const text = messageTexts(language).sms[kind](content);
  return content.closing === null ? text : `${text}\n\n${content.closing}`;
}

function writeMail(text: MailText, link: string | null, { language, brand }: { language: Language; brand: Brand }) {
  const { subject, title = subject, above, facts = [], code = null, below } = text;
  const { tag } = languagesOfInterface[language];
  const when = text.when ? { ...text.when, ...sheetOf(text.when.date, tag) } : null;
  const button = text.button === null || link === null ? null : { label: text.button, link };
  const paragraphs = [
    ...(text.title === undefined ? [] : [title]),
    ...above,
    ...(when === null ? [] : [[`${when.date}, ${when.time}`, when.was ?? []].flat().join('\n')]),
    ...(facts.length === 0 ? [] : [facts.map(([label, value]) => `${label}: ${value}`).join('\n')]),
    ...(button === null ? [] : [`${button.label}:\n${button.link}`]),
    ...(code === null ? [] : [`${code.label} ${code.code}`]),
    ...below,
    brand.house,
  ];
  const html = mailPage({
    ...brand,
    ...colorsOf(brand),
    language: tag,
    subject,
    // The first paragraph greets.
    preheader: text.preheader ?? above.slice(1).join(' '),
    title,
    above,
    initials: initialsOf(brand.house),
    when: when && { ...when, was: when.was ?? null },
    facts,
    button,
    code,
    below,
  });
  return { subject, text: `${paragraphs.join('\n\n')}\n`, html: html.toString() };
}

/** Month and day on a sheet of a calendar, and the date with its weekday, of a date as dd.MM.yyyy. */
function sheetOf(date: string, language: string): { month: string; day: string; date: string } {
  const [day = 1, month = 1, year = 2000] = date.split('.').map(Number);
  const name = (part: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...part, timeZone: 'UTC' }).format(Date.UTC(year, month - 1, day));
  return { month: name({ month: 'short' }), day: String(day), date: `${name({ weekday: 'long' })} ${date}` };
}
