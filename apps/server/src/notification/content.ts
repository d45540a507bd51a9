import type { MessageKind } from '@vestibule/contract/message.ts';
import type { MessageFacts } from '@vestibule/phrases/message-texts.ts';
import type { Vault } from '../db/sealed.ts';

/** What a mail says: the facts for its text, and where its button leads. */
export type MailContent<Kind extends MessageKind> = MessageFacts[Kind] & { link: string };

/** The content of a message as it is kept. Its link signs somebody in, so the database alone must not be enough to read it. */
export function sealContent(vault: Vault, messageId: number, content: MailContent<MessageKind>): Buffer {
  return vault.seal(placeOf(messageId), JSON.stringify(content));
}

/** @throws {CannotOpen} when its key is not at hand. */
export function openContent<Kind extends MessageKind>(
  vault: Vault,
  { id, content }: { id: number; kind: Kind; content: Buffer },
): MailContent<Kind> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only sealContent can have sealed it
  return JSON.parse(vault.open(placeOf(id), content)) as MailContent<Kind>;
}

function placeOf(messageId: number) {
  return `message.content:${messageId}`;
}
