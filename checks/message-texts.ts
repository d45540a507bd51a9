import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncFailures } from '@vestibule/contract/building/directory.ts';
import { type Language, languages } from '@vestibule/contract/platform/values.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import type { MailText, MessageTexts } from '@vestibule/phrases/message-texts.ts';
import { messageTexts } from '@vestibule/phrases/messages.ts';

export const document = join(import.meta.dirname, '../docs/messages.md');

const beginning = '<!-- From here on written by checks/message-texts.ts -->';

/** The document with every text of the phrases below its own words, each in all languages side by side. */
export function withTexts(text: string): string {
  return `${text.slice(0, text.indexOf(beginning))}${beginning}\n\n${allTexts().join('\n\n')}\n`;
}

const arrival = {
  visitor: '*visitor*',
  visitorCompany: '*company*',
  host: '*host*',
  tenant: '*tenant*',
  time: '*time*',
};
const news = { kiosk: '*kiosk*', house: '*house*', date: '*date*', time: '*time*' };
const failed = { tenant: '*tenant*', times: 3 };

function allTexts(): string[] {
  return [
    ...mail('Mail `invite`', ({ mail }) => mail.invite({ organisation: '*organisation*', validHours: 168 })),
    ...mail('Mail `invite`, of the provider’s own staff', ({ mail }) =>
      mail.invite({ organisation: null, validHours: 168 }),
    ),
    ...mail('Mail `passwordReset`', ({ mail }) => mail.passwordReset({ validHours: 1 })),
    ...mail('Mail `directoryFailed`', ({ mail }) => mail.directoryFailed({ ...failed, failure: syncFailures[0] })),
    ...syncFailures
      .slice(1)
      .flatMap((failure) => [
        `### Mail \`directoryFailed\`, what it says of \`${failure}\``,
        table(({ mail }) => mail.directoryFailed({ ...failed, failure }).above[1] ?? ''),
      ]),
    ...mail('Mail `kioskOffline`', ({ mail }) => mail.kioskOffline(news)),
    ...mail('Mail `kioskOnline`', ({ mail }) => mail.kioskOnline(news)),
    ...mail('Mail `arrival`', ({ mail }) => mail.arrival(arrival)),
    ...sms('SMS `arrival`', ({ sms }) => sms.arrival(arrival)),
    ...sms('SMS `visitConfirmation`', ({ sms }) =>
      sms.visitConfirmation({ ...arrival, house: '*house*', date: '*date*' }),
    ),
    ...sms('SMS `visitConfirmation`, of a visit to nobody in particular', ({ sms }) =>
      sms.visitConfirmation({ ...arrival, house: '*house*', date: '*date*', host: null }),
    ),
    ...sms('SMS `wifi`', ({ sms }) => sms.wifi({ house: '*house*', info: '*wifiInfo*' })),
    ...sms('SMS `preregistration`', ({ sms }) =>
      sms.preregistration({ house: '*house*', tenant: '*tenant*', link: '*link*' }),
    ),
    ...sms('SMS `delivery`', ({ sms }) => sms.delivery({ house: '*house*', tenant: '*tenant*', time: '*time*' })),
  ];
}

function mail(title: string, textOf: (texts: MessageTexts) => MailText): string[] {
  return [`### ${title}`, table((texts) => inOneCell(textOf(texts)))];
}

function sms(title: string, textOf: (texts: MessageTexts) => string): string[] {
  return [`### ${title}`, table(textOf)];
}

function inOneCell({ subject, above, button, below }: MailText): string {
  return [`**${subject}**`, ...above, ...(button === null ? [] : [`[${button}]`]), ...below].join('<br>');
}

/** `se` and `sv` are the same words. */
function table(textOf: (texts: MessageTexts) => string): string {
  const rows = languages
    .filter((language) => language !== 'se')
    .map((language) => `| ${nameOf(language)} | ${textOf(messageTexts(language))} |`);
  return ['| language | text |', '| --- | --- |', ...rows].join('\n');
}

function nameOf(language: Language): string {
  const codes = language === 'sv' ? '`se`, `sv`' : `\`${language}\``;
  return `${languagesOfInterface[language].name} (${codes})`;
}

if (import.meta.main) writeFileSync(document, withTexts(readFileSync(document, 'utf8')));
