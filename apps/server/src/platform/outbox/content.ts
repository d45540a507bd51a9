import {
  type GuestKind,
  guestKinds,
  type HostKind,
  type MailKind,
  mailKinds,
  type MessageKind,
  type SmsKind,
  smsKinds,
} from '@vestibule/contract/platform/message-words.ts';
import type { MailFacts, SmsFacts } from '@vestibule/phrases/message-texts.ts';
import type { RawBuilder } from 'kysely';
import type { CalendarPart } from './calendar.ts';
import { z } from 'zod';
import type { Db } from '../db/database.ts';
import type { Vault } from '../db/sealed.ts';
import { bool, int, text } from '../db/typed-sql.ts';

export type MailContent<Kind extends MailKind> = MailFacts[Kind] &
  (Kind extends AskingKind | 'stillHere'
    ? { link: string | null }
    : Kind extends GuestKind
      ? { link: string | null; calendar: CalendarFacts | null; replyTo: Contact | null }
      : Kind extends HostKind | 'kioskOffline' | 'kioskOnline'
        ? { link: string | null }
        : { link: string });

interface Contact {
  name: string;
  address: string;
}

/** The calendar part of a mail to a guest, without its sender and recipient. Times are ISO 8601. */
export interface CalendarFacts extends Pick<
  CalendarPart,
  'method' | 'uid' | 'sequence' | 'timeZone' | 'title' | 'location' | 'description' | 'repeat'
> {
  startsAt: string;
  endsAt: string;
  canceledDates: readonly string[];
  changedDates: readonly (Pick<CalendarPart, 'title' | 'description'> & {
    original: string;
    startsAt: string;
    endsAt: string;
  })[];
}

export function datesIn({ startsAt, endsAt, canceledDates, changedDates }: CalendarFacts): DatesOfCalendar {
  return {
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    canceledDates: canceledDates.map((date) => new Date(date)),
    changedDates: changedDates.map(({ original, startsAt, endsAt, ...texts }) => ({
      ...texts,
      original: new Date(original),
      startsAt: new Date(startsAt),
      endsAt: new Date(endsAt),
    })),
  };
}

type DatesOfCalendar = Pick<CalendarPart, 'startsAt' | 'endsAt' | 'canceledDates' | 'changedDates'>;

/** A mail, or an SMS that ends with the link, whichever reaches the guest. */
export type GuestContent = MailContent<GuestKind> & { closing: string | null };

export type SmsContent<Kind extends SmsKind> = SmsFacts[Kind] & { closing: string | null } & (Kind extends
    | AskingKind
    | 'stillHere'
    ? { link: string | null }
    : unknown);

/** Messages that ask for an answer: to the host, and to a colleague in place of the host. */
const askingKinds = ['arrival', 'unanswered'] as const;
type AskingKind = (typeof askingKinds)[number];

const arrivalKinds = [...askingKinds, 'visitConfirmation', 'wifi', 'stillHere'] as const;
type ArrivalKind = (typeof arrivalKinds)[number];

export const ArrivalFacts = z.strictObject({
  visitId: int,
  house: text,
  timeZone: text,
  tenant: text,
  host: text.nullable(),
  visitor: text,
  visitorCompany: text,
  wifi: text.nullable(),
  /** A tenant's user wrote the text, so its links are removed. */
  isWifiOfTenant: bool,
  closing: text.nullable(),
  isClosingOfTenant: bool,
  at: text,
  /** The colleague who is asked in place of the host. Null if it is not such a message, or the colleague was deleted. */
  recipient: z.strictObject({ id: int, name: text }).nullable(),
  /** The visit was answered or is over. */
  isSettled: bool,
  isOver: bool,
  /** The visitor's pass. The secret is sealed and in base64. */
  guestId: int.nullable(),
  pass: text.nullable(),
});
export type ArrivalFacts = z.infer<typeof ArrivalFacts>;

/** How to send messages about visits. `worker.ts` passes it, because the wing `visits` knows it. */
export interface VisitMessages {
  facts: (
    message: Record<'companyId' | 'visitId' | 'employeeId', RawBuilder<number | null>>,
  ) => RawBuilder<ArrivalFacts | null>;
  contentOf: {
    [Kind in ArrivalKind]: (facts: ArrivalFacts, link: string | null) => SmsContent<Kind>;
  };
  /** Null without a host. */
  answerLink: (facts: ArrivalFacts, to: { vault: Vault; origin: string }) => string | null;
  /** Where the visitor says whether they are still here. */
  stayLink: (facts: ArrivalFacts, to: { vault: Vault; origin: string }) => string;
  publish: (db: Db, companyId: number, visitIds: readonly number[]) => Promise<void>;
}

interface Kept {
  id: number;
  content: Buffer;
}

/** Seals the content of a message, because its link signs a user in. */
export function sealContent(
  vault: Vault,
  messageId: number,
  content: MailContent<MailKind> | SmsContent<SmsKind> | GuestContent,
): Buffer {
  return vault.seal(placeOf(messageId), JSON.stringify(content));
}

export function openMail<Kind extends MailKind>(vault: Vault, message: Kept & { kind: Kind }): MailContent<Kind> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only sealContent can have sealed it
  return JSON.parse(open(vault, message)) as MailContent<Kind>;
}

export function openSms<Kind extends SmsKind>(vault: Vault, message: Kept & { kind: Kind }): SmsContent<Kind> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only sealContent can have sealed it
  return JSON.parse(open(vault, message)) as SmsContent<Kind>;
}

export function isArrivalKind(kind: MessageKind): kind is ArrivalKind {
  return arrivalKinds.some((one) => one === kind);
}

export function isAskingKind(kind: MessageKind): kind is AskingKind {
  return askingKinds.some((one) => one === kind);
}

export function isMailKind(kind: MessageKind): kind is MailKind {
  return mailKinds.some((one) => one === kind);
}

export function isGuestKind(kind: MessageKind): kind is GuestKind {
  return guestKinds.some((one) => one === kind);
}

export function isSmsKind(kind: MessageKind): kind is SmsKind {
  return smsKinds.some((one) => one === kind);
}

function open(vault: Vault, { id, content }: Kept): string {
  return vault.open(placeOf(id), content);
}

function placeOf(messageId: number) {
  return `message.content:${messageId}`;
}
