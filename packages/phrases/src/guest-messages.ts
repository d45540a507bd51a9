import { guestKinds, type GuestKind } from '@vestibule/contract/platform/message-words.ts';
import type { GuestFacts, MailText, MessageTexts } from './message-texts.ts';

/** `who` is the host with the tenant, or the tenant. */
export interface GuestWords {
  hello: (guest: string) => string;
  subject: Record<GuestKind, (tenant: string) => string>;
  sentence: Record<GuestKind, (who: string, house: string) => string>;
  until: (day: string) => string;
  open: string;
}

type GuestTexts = Record<'mail', Pick<MessageTexts['mail'], GuestKind>> &
  Record<'sms', Pick<MessageTexts['sms'], GuestKind>>;

/** Composes the messages to guests from the words of a language. */
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
      ],
      when: { date: facts.date, time: whenOf(facts) },
      button: kind === 'invitationCanceled' ? null : words.open,
      below: [facts.address, ...(kind === 'invitationCanceled' ? [] : [facts.note, facts.directions])].filter(
        (text) => text !== null,
      ),
    });
  const smsOf = (kind: GuestKind) => (facts: GuestFacts) =>
    [words.sentence[kind](whoOf(facts), facts.house), ...detailsOf(facts, words)].join('\n');
  const [invitation, invitationChanged, invitationCanceled] = guestKinds;
  return {
    mail: {
      invitation: mailOf(invitation),
      invitationChanged: mailOf(invitationChanged),
      invitationCanceled: mailOf(invitationCanceled),
    },
    sms: {
      invitation: smsOf(invitation),
      invitationChanged: smsOf(invitationChanged),
      invitationCanceled: smsOf(invitationCanceled),
    },
  };
}

function whoOf({ host, tenant }: GuestFacts): string {
  return host === null ? tenant : `${host}, ${tenant}`;
}

function whenOf({ time, endTime }: GuestFacts): string {
  return `${time}–${endTime}`;
}

function detailsOf(facts: GuestFacts, words: GuestWords): string[] {
  const { title, date, until, address } = facts;
  return [title, `${date}, ${whenOf(facts)}`, until === null ? null : words.until(until), address].filter(
    (line) => line !== null,
  );
}
