import type { GuestKind } from '@vestibule/contract/platform/message-words.ts';
import type { GuestFacts, MailText, MessageTexts, ReplyFacts } from './message-texts.ts';

/** `who` is the host with the tenant, or the tenant. */
export interface GuestWords {
  hello: (name: string) => string;
  subject: Record<GuestKind, (tenant: string) => string>;
  sentence: Record<GuestKind, (who: string, house: string) => string>;
  until: (day: string) => string;
  /** The time of a meeting before it moved. Shown below the new one. */
  was: (time: string) => string;
  /** Dates of a series that are not canceled. */
  othersStay: string;
  open: string;
  /** In mails to guests. */
  privacy: string;
  label: Record<'host' | 'where' | 'note' | 'code', string>;
  stillHere: {
    subject: (house: string) => string;
    sentence: (house: string, time: string) => string;
    button: string;
  };
  /** To the host. Without a full stop. */
  declined: (guest: string) => string;
  comes: (guest: string) => string;
  passCode: (code: string, house: string) => string;
}

type MailKinds = GuestKind | 'stillHere' | 'guestDeclined' | 'guestComes';

type GuestTexts = Record<'mail', Pick<MessageTexts['mail'], MailKinds>> &
  Record<'sms', Pick<MessageTexts['sms'], MailKinds | 'passCode'>>;

/** Composes the messages to guests, and to hosts about them, from the words of a language. */
export function guestTexts(words: GuestWords): GuestTexts {
  const mailOf =
    (kind: GuestKind) =>
    (facts: GuestFacts): MailText => ({
      subject: `${words.subject[kind](facts.tenant)}: ${facts.date}, ${facts.time}`,
      title: words.subject[kind](facts.tenant),
      preheader: [facts.title, `${facts.date}, ${whenOf(facts)}`].filter((text) => text !== null).join('. '),
      above: [
        words.hello(facts.guest),
        words.sentence[kind](whoOf(facts), facts.house),
        ...[facts.title, facts.until === null ? null : words.until(facts.until)].filter((text) => text !== null),
        ...(facts.othersStay ? [words.othersStay] : []),
      ],
      when: { date: facts.date, time: whenOf(facts), ...(facts.was !== undefined && { was: words.was(facts.was) }) },
      facts: labeled(kind, facts, words.label),
      button: kind === 'invitationCanceled' ? null : words.open,
      ...(facts.code !== null &&
        kind !== 'invitationCanceled' && { code: { label: words.label.code, code: facts.code } }),
      below: kind === 'invitationCanceled' ? [] : [words.privacy],
    });
  const smsOf = (kind: GuestKind) => (facts: GuestFacts) =>
    [
      words.sentence[kind](whoOf(facts), facts.house),
      ...linesOf(facts, words),
      ...(facts.othersStay ? [words.othersStay] : []),
    ].join('\n');
  const replyMail =
    (said: (guest: string) => string) =>
    (facts: ReplyFacts): MailText => ({
      subject: `${said(facts.guest)}: ${facts.date}, ${facts.time}`,
      title: said(facts.guest),
      preheader: `${facts.date}, ${whenOf(facts)}`,
      above: [
        words.hello(facts.host),
        `${said(facts.guest)}.`,
        ...[facts.title, facts.until === null ? null : words.until(facts.until)].filter((text) => text !== null),
      ],
      when: { date: facts.date, time: whenOf(facts) },
      button: null,
      below: [],
    });
  const replySms = (said: (guest: string) => string) => (facts: ReplyFacts) =>
    [`${said(facts.guest)}.`, ...linesOf({ ...facts, address: null }, words)].join('\n');
  const { stillHere } = words;
  return {
    mail: {
      invitation: mailOf('invitation'),
      invitationChanged: mailOf('invitationChanged'),
      invitationCanceled: mailOf('invitationCanceled'),
      invitationReminder: mailOf('invitationReminder'),
      stillHere: ({ visitor, house, time }) => ({
        subject: stillHere.subject(house),
        above: [words.hello(visitor), stillHere.sentence(house, time)],
        button: stillHere.button,
        below: [],
      }),
      guestDeclined: replyMail(words.declined),
      guestComes: replyMail(words.comes),
    },
    sms: {
      invitation: smsOf('invitation'),
      invitationChanged: smsOf('invitationChanged'),
      invitationCanceled: smsOf('invitationCanceled'),
      invitationReminder: smsOf('invitationReminder'),
      stillHere: ({ house, time }) => stillHere.sentence(house, time),
      guestDeclined: replySms(words.declined),
      guestComes: replySms(words.comes),
      passCode: ({ code, house }) => words.passCode(code, house),
    },
  };
}

function labeled(kind: GuestKind, facts: GuestFacts, label: GuestWords['label']): NonNullable<MailText['facts']> {
  const isCanceled = kind === 'invitationCanceled';
  const where = [facts.address, isCanceled ? null : facts.directions].filter((text) => text !== null).join('\n');
  const note = isCanceled ? null : facts.note;
  return [
    [label.host, whoOf(facts)],
    ...(where === '' ? [] : [[label.where, where] as const]),
    ...(note === null ? [] : [[label.note, note] as const]),
  ];
}

function whoOf({ host, tenant }: GuestFacts): string {
  return host === null ? tenant : `${host}, ${tenant}`;
}

function whenOf({ time, endTime }: Pick<GuestFacts, 'time' | 'endTime'>): string {
  return `${time}–${endTime}`;
}

type Details = Pick<GuestFacts, 'title' | 'date' | 'time' | 'endTime' | 'until' | 'address'>;

/** Lines of an SMS. A dash would turn it into UCS-2, which holds 70 characters in place of 160. */
function linesOf(facts: Details, words: GuestWords): string[] {
  const { title, date, time, endTime, until, address } = facts;
  return [title, `${date}, ${time}-${endTime}`, until === null ? null : words.until(until), address].filter(
    (line) => line !== null,
  );
}
