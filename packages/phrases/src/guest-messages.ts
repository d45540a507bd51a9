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
      above: [words.hello(facts.guest), words.sentence[kind](whoOf(facts), facts.house), ...detailsOf(facts, words)],
      button: kind === 'invitationCanceled' ? null : words.open,
      below: kind === 'invitationCanceled' ? [] : [facts.note, facts.directions].filter((text) => text !== null),
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

function detailsOf({ title, date, time, endTime, until, address }: GuestFacts, words: GuestWords): string[] {
  const when = `${date}, ${time}–${endTime}`;
  return [title, when, until === null ? null : words.until(until), address].filter((line) => line !== null);
}
