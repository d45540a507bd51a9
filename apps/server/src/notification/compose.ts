import type { MessageKind } from '@vestibule/contract/message.ts';
import type { Language } from '@vestibule/contract/values.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import type { MailText } from '@vestibule/phrases/message-texts.ts';
import { messageTexts } from '@vestibule/phrases/messages.ts';
import { html, type Html } from '../http/html.ts';
import type { MailContent } from './content.ts';

/** What a mail says, in the two forms that it carries. */
interface Composed {
  subject: string;
  text: string;
  html: string;
}

/** Writes a mail in a language, or in English where that one has no texts. */
export function compose<Kind extends MessageKind>(kind: Kind, content: MailContent<Kind>, wanted: Language): Composed {
  const { texts, language } = messageTexts(wanted);
  const text = texts[kind](content);
  return {
    subject: text.subject,
    text: plain(text, content.link),
    html: page(text, content.link, languagesOfInterface[language].tag).toString(),
  };
}

function plain({ above, button, below }: MailText, link: string): string {
  return `${[...above, `${button}:\n${link}`, ...below].join('\n\n')}\n`;
}

/** Readers of mail know little CSS and fetch nothing unasked, so the styles stand on the elements and there are no pictures. */
function page({ subject, above, button, below }: MailText, link: string, language: string): Html {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>${subject}</title>
      </head>
      <body style="margin: 0; padding: 24px; background: #f6f6f8; color: #16161d">
        <div
          style="max-width: 520px; margin: 0 auto; padding: 32px; border-radius: 16px; background: #ffffff; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif"
        >
          ${above.map(paragraph)}
          <p style="margin: 24px 0">
            <a
              href="${link}"
              style="display: inline-block; padding: 12px 24px; border-radius: 8px; background: #5b3fd6; color: #ffffff; font-weight: 600; text-decoration: none"
              >${button}</a
            >
          </p>
          ${below.map(paragraph)}
          <p style="margin: 16px 0 0; color: #5f6070; font-size: 12px; overflow-wrap: anywhere">${link}</p>
        </div>
      </body>
    </html>`;
}

function paragraph(line: string): Html {
  return html`<p style="margin: 0 0 12px">${line}</p>`;
}
