import type { MessageKind } from '@vestibule/contract/message.ts';
import type { Language } from '@vestibule/contract/values.ts';
import type { MessageFacts } from '@vestibule/phrases/messages.ts';
import { sql } from 'kysely';
import { type Db, onlyRow, transaction } from '../db/database.ts';
import type { Vault } from '../db/sealed.ts';
import { tell } from '../live/bus.ts';

/** What a mail of this kind says: the facts for its text, and where its button leads. */
export type MailContent<Kind extends MessageKind> = MessageFacts<Kind> & { link: string };

type MailOf<Kind extends MessageKind> = Kind extends MessageKind ? { kind: Kind; content: MailContent<Kind> } : never;

export type Mail = MailOf<MessageKind> & {
  /** Whose messages it is one of; null for what concerns no company. */
  companyId: number | null;
  to: string;
  language: Language;
  /** When it is of no use any more, such as when its link ends: it is not sent after that, and what it says is forgotten. */
  expiresAt: Date;
};

/**
 * Writes a mail into the transaction of what it tells about. A worker sends it once that commits, and if the mail server is away
 * again and again until it expires; the caller waits for none of it. Answers the id of the message.
 */
export function enqueueMail(db: Db, vault: Vault, mail: Mail): Promise<number> {
  return transaction(db, async (db) => {
    const { rows } = await sql<{ id: number }>`select nextval('message_id_seq')::int as id`.execute(db);
    const { id } = onlyRow(rows);
    await db
      .insertInto('message')
      .values({
        id,
        company_id: mail.companyId,
        channel: 'email',
        kind: mail.kind,
        recipient: mail.to,
        language: mail.language,
        content: vault.seal(contentPlace(id), JSON.stringify(mail.content)),
        expires_at: mail.expiresAt,
      })
      .execute();
    await tell(db, 'message', '');
    return id;
  });
}

/** What the content of a message is sealed for. */
export function contentPlace(messageId: number): string {
  return `message.content:${messageId}`;
}
