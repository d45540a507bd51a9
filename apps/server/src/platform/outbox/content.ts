import {
  type MailKind,
  mailKinds,
  type MessageKind,
  type SmsKind,
  smsKinds,
} from '@vestibule/contract/platform/message-words.ts';
import type { MailFacts, SmsFacts } from '@vestibule/phrases/message-texts.ts';
import type { RawBuilder } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Vault } from '../db/sealed.ts';

/** What a mail says: the facts for its text, and where its button leads; null where the address of the console is not known. */
export type MailContent<Kind extends MailKind> = MailFacts[Kind] &
  (Kind extends 'arrival'
    ? unknown
    : Kind extends 'kioskOffline' | 'kioskOnline'
      ? { link: string | null }
      : { link: string });

/** What an SMS says: the facts for its text, and what the settings in force close it with. */
export type SmsContent<Kind extends SmsKind> = SmsFacts[Kind] & { closing: string | null };

const arrivalKinds = ['arrival', 'visitConfirmation', 'wifi'] as const;
type ArrivalKind = (typeof arrivalKinds)[number];

/** The facts that messages about an arrival state. */
export interface ArrivalFacts {
  house: string;
  timeZone: string;
  tenant: string;
  host: string | null;
  visitor: string;
  visitorCompany: string;
  wifi: string | null;
  /** A tenant's user wrote the text, so it is sent without links. */
  isWifiOfTenant: boolean;
  closing: string | null;
  isClosingOfTenant: boolean;
  at: string;
}

/** What the outbox needs to send messages about visits. The wing `visits` knows it, so `worker.ts` hands it over. */
export interface VisitMessages {
  /** Reads the facts of a visit, or null for no visit. */
  facts: (visitId: RawBuilder<number | null>) => RawBuilder<ArrivalFacts | null>;
  contentOf: { [Kind in ArrivalKind]: (facts: ArrivalFacts) => SmsContent<Kind> };
  /** Publishes that the messages of these visits changed. */
  publish: (db: Db, visitIds: readonly number[]) => Promise<void>;
}

interface Kept {
  id: number;
  content: Buffer;
}

/** The content of a message as it is kept. Its link signs somebody in, so the database alone must not be enough to read it. */
export function sealContent(
  vault: Vault,
  messageId: number,
  content: MailContent<MailKind> | SmsContent<SmsKind>,
): Buffer {
  return vault.seal(placeOf(messageId), JSON.stringify(content));
}

/** @throws {CannotOpen} when its key is not at hand. */
export function openMail<Kind extends MailKind>(vault: Vault, message: Kept & { kind: Kind }): MailContent<Kind> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only sealContent can have sealed it
  return JSON.parse(open(vault, message)) as MailContent<Kind>;
}

/** @throws {CannotOpen} when its key is not at hand. */
export function openSms<Kind extends SmsKind>(vault: Vault, message: Kept & { kind: Kind }): SmsContent<Kind> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only sealContent can have sealed it
  return JSON.parse(open(vault, message)) as SmsContent<Kind>;
}

/** Whether a message of this kind is about an arrival. */
export function isArrivalKind(kind: MessageKind): kind is ArrivalKind {
  return arrivalKinds.some((one) => one === kind);
}

/** Whether a mail can be of this kind. */
export function isMailKind(kind: MessageKind): kind is MailKind {
  return mailKinds.some((one) => one === kind);
}

/** Whether an SMS can be of this kind. */
export function isSmsKind(kind: MessageKind): kind is SmsKind {
  return smsKinds.some((one) => one === kind);
}

function open(vault: Vault, { id, content }: Kept): string {
  return vault.open(placeOf(id), content);
}

function placeOf(messageId: number) {
  return `message.content:${messageId}`;
}
