import type { MessageKind, MessageProblem } from '@vestibule/contract/platform/message-words.ts';
import type { Vault } from '../db/sealed.ts';
import type { Logo, Mail, MailProvider } from '../integrations/mail/mail.ts';
import type { Outcome } from '../integrations/outcome.ts';
import type { SmsCountries } from '../integrations/sms/limits.ts';
import type { SmsSettings } from '../integrations/sms/settings.ts';
import { countSegments, type SmsProvider } from '../integrations/sms/sms.ts';
import { sveveProvider } from '../integrations/sms/sveve.ts';
import { twilioProvider } from '../integrations/sms/twilio.ts';
import { readLogo } from '../integrations/storage/read-logo.ts';
import type { Storage } from '../integrations/storage/storage.ts';
import { barrierOf } from './barrier.ts';
import { type Brand, productBrand } from './brand.ts';
import { composeMail, composeSms } from './compose.ts';
import {
  type ArrivalFacts,
  isArrivalKind,
  isGuestKind,
  isAskingKind,
  isMailKind,
  isSmsKind,
  openMail,
  openSms,
  type VisitMessages,
  datesIn,
} from './content.ts';
import type { TakenMessage } from './outbox.store.ts';

export interface Outlet {
  channel: 'email' | 'sms';
  /** The state after acceptance: final for mails; providers report SMS later. "notSent" if the mails are only shown. */
  taken: 'delivered' | 'sent' | 'notSent';
  barrierOf: (message: TakenMessage) => MessageProblem | null;
  /**
   * Composes and sends a message. Null without a provider.
   * @throws {CannotOpen} without the key.
   */
  hand: ((deps: OutletDeps, message: TakenMessage) => Promise<Handed>) | null;
}

export interface OutletDeps {
  vault: Vault;
  visits: VisitMessages;
  /** Of links in messages about visits. Null: they have none. */
  origin: string | null;
}

interface Handed {
  outcome: Outcome;
  segments?: number;
}

export function unservedChannels({
  roles,
  mail,
  sms,
}: {
  roles: ReadonlySet<'web' | 'worker'>;
  mail: object | null;
  sms: object | null;
}): ReadonlySet<Outlet['channel']> {
  const unserved = new Set<Outlet['channel']>();
  if (!roles.has('worker')) return unserved;
  if (!mail) unserved.add('email');
  if (!sms) unserved.add('sms');
  return unserved;
}

/** Without `storage` mails have no logos. */
export function mailOutlet(provider: MailProvider | null, storage: Storage | null = null): Outlet {
  return {
    channel: 'email',
    taken: provider?.isCatcher ? 'notSent' : 'delivered',
    barrierOf: () => null,
    hand:
      provider &&
      (async (deps, message) => {
        const { mailId: messageId, recipient: to } = message;
        const { brand, logo } = await readBrand(storage, message);
        const mail = await mailOf(deps, message, { brand, from: provider.from });
        return { outcome: await provider.send({ messageId, to, logo, ...mail }) };
      }),
  };
}

export function smsOutlet(provider: SmsProvider | null, countries: SmsCountries): Outlet {
  return {
    channel: 'sms',
    taken: 'sent',
    barrierOf: ({ recipient, companyCountry }) => barrierOf(recipient, companyCountry, countries),
    hand:
      provider &&
      (async (deps, message) => {
        const text = textOf(deps, message);
        const outcome = await provider.send({ messageId: message.mailId, to: message.recipient, text });
        return { outcome, segments: countSegments(text) };
      }),
  };
}

async function readBrand(
  storage: Storage | null,
  { brand, mailId }: TakenMessage,
): Promise<{ brand: Brand; logo: Logo | null }> {
  if (!brand) return { brand: productBrand, logo: null };
  const { house, accent, logoFile } = brand;
  const file = logoFile !== null && storage ? await readLogo(storage, logoFile) : null;
  const logo = file && { ...file, cid: `logo.${mailId}@vestibule` };
  return { brand: { house, accent, logo: logo && `cid:${logo.cid}` }, logo };
}

async function mailOf(
  deps: OutletDeps,
  { id, kind, visit, content, language, recipient }: TakenMessage,
  { brand, from }: { brand: Brand; from: MailProvider['from'] },
): Promise<Omit<Mail, 'messageId' | 'to' | 'logo'>> {
  const options = { language, brand };
  const { vault, visits } = deps;
  if ((kind === 'arrival' || kind === 'stillHere') && visit)
    return composeMail(kind, visits.contentOf[kind](visit, linkOf(deps, kind, visit)), options);
  if (kind === 'unanswered' && visit)
    return composeMail(kind, visits.contentOf[kind](visit, linkOf(deps, kind, visit)), options);
  if (!isMailKind(kind) || !content) throw new Error(`expected a mail, but got the kind ${kind}`);
  if (!isGuestKind(kind)) return composeMail(kind, openMail(vault, { id, kind, content }), options);
  const { replyTo, calendar, ...facts } = openMail(vault, { id, kind, content });
  const mail = composeMail(kind, { ...facts, replyTo, calendar }, options);
  if (calendar === null) return { ...mail, ...(replyTo && { replyTo }) };
  // Most installations rest most of the time, and this library needs memory.
  const { writeCalendar } = await import('./calendar.ts');
  const organizer = { name: facts.host ?? facts.tenant, address: from.address };
  const attendee = { name: facts.guest, address: recipient };
  return {
    ...mail,
    ...(replyTo && { replyTo }),
    calendar: {
      method: calendar.method,
      content: writeCalendar({ ...calendar, ...datesIn(calendar), organizer, attendee }),
    },
  };
}

function textOf(deps: OutletDeps, { id, kind, visit, content, language }: TakenMessage) {
  const { vault, visits } = deps;
  if (isArrivalKind(kind) && visit)
    return composeSms(kind, visits.contentOf[kind](visit, linkOf(deps, kind, visit)), language);
  if (!isSmsKind(kind) || !content) throw new Error(`expected an SMS, but got the kind ${kind}`);
  return composeSms(kind, openSms(vault, { id, kind, content }), language);
}

function linkOf({ vault, visits, origin }: OutletDeps, kind: MessageKind, visit: ArrivalFacts): string | null {
  if (origin === null) return null;
  if (isAskingKind(kind)) return visits.answerLink(visit, { vault, origin });
  return kind === 'stillHere' ? visits.stayLink(visit, { vault, origin }) : null;
}

export function smsProvider(settings: SmsSettings, reportTo: URL | null): SmsProvider {
  return settings.provider === 'twilio' ? twilioProvider(settings, reportTo) : sveveProvider(settings);
}
