import type { MailKind, SmsKind } from '@vestibule/contract/platform/message-words.ts';
import type { Language } from '@vestibule/contract/platform/values.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import type { MailText } from '@vestibule/phrases/message-texts.ts';
import { messageTexts } from '@vestibule/phrases/messages.ts';
import { html, type Html } from '../http/html.ts';
import type { MailContent, SmsContent } from './content.ts';

interface Composed {
  subject: string;
  text: string;
  html: string;
}

export function composeMail<Kind extends MailKind>(
  kind: Kind,
  content: MailContent<Kind>,
  language: Language,
): Composed {
  const text = messageTexts(language).mail[kind](content);
  const link = 'link' in content && typeof content.link === 'string' ? content.link : null;
  return {
    subject: text.subject,
    text: plain(text, link),
    html: page(text, link, languagesOfInterface[language].tag).toString(),
  };
}

export function composeSms<Kind extends SmsKind>(kind: Kind, content: SmsContent<Kind>, language: Language): string {
  const text = messageTexts(language).sms[kind](content);
  return content.closing === null ? text : `${text}\n\n${content.closing}`;
}

function plain({ above, button, below }: MailText, link: string | null): string {
  const toFollow = button === null || link === null ? [] : [`${button}:\n${link}`];
  return `${[...above, ...toFollow, ...below].join('\n\n')}\n`;
}

/** Mail readers support little CSS and block pictures, so styles are inline and there are no pictures. */
function page({ subject, above, button, below }: MailText, link: string | null, language: string): Html {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light only" />
        <meta name="supported-color-schemes" content="light" />
        <title>${subject}</title>
      </head>
      <body style="margin: 0; padding: 16px; background: #f6f6f8; color: #16161d">
        <div
          style="max-width: 520px; margin: 0 auto; padding: 24px; border-radius: 16px; background: #ffffff; color: #16161d; font-family: system-ui, -apple-system, 'Segoe UI', Arial, sans-serif; font-size: 16px; line-height: 1.5; overflow-wrap: anywhere; word-break: break-word"
        >
          ${above.map(paragraph)} ${button === null || link === null ? '' : buttonTo(link, button)}
          ${below.map(paragraph)}
          ${link === null ? '' : html`<p style="margin: 16px 0 0; color: #5f6070; font-size: 12px">${link}</p>`}
        </div>
      </body>
    </html>`;
}

function buttonTo(link: string, words: string): Html {
  return html`<p style="margin: 24px 0">
    <a
      href="${link}"
      style="display: inline-block; padding: 12px 24px; border-radius: 8px; background: #5b3fd6; color: #ffffff; font-weight: 600; text-decoration: none"
      >${words}</a
    >
  </p>`;
}

function paragraph(line: string): Html {
  return html`<p style="margin: 0 0 12px">${line}</p>`;
}
