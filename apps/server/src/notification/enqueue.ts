import type { MailKind } from '@vestibule/contract/message.ts';
import type { Language } from '@vestibule/contract/values.ts';
import { sql } from 'kysely';
import { type Db, onlyRow, transaction } from '../db/database.ts';
import type { Vault } from '../db/sealed.ts';
import { tellSoon } from '../live/bus.ts';
import { type MailContent, sealContent } from './content.ts';

/** What a mail about a visit says is read of the visit. */
type KeptKind = Exclude<MailKind, 'arrival'>;

type MailOf<Kind extends KeptKind> = Kind extends KeptKind ? { kind: Kind; content: MailContent<Kind> } : never;

export type NewMail = MailOf<KeptKind> & {
  /** Whose messages it is one of; null for what concerns no company. */
  companyId: number | null;
  /** Whom it is for, where that is a user: it is not sent once the user is deleted. */
  userId?: number;
  /** The kiosk that it is about: it is not sent once that is deleted. */
  kioskId?: number;
  to: string;
  language: Language;
  /** When it is of no use any more, as when its link ends: it is not sent after that, and what it says is forgotten. */
  expiresAt: Date;
};

/**
 * Writes a mail into the transaction of what it tells about. A worker sends it once that commits, and if the mail server is away
 * tries again later; the caller waits for none of it. Answers the id of the message.
 */
export function enqueueMail(db: Db, vault: Vault, mail: NewMail): Promise<number> {
  return transaction(db, async (db) => {
    const { rows } = await sql<{ id: number }>`select nextval('message_id_seq')::int as id`.execute(db);
    const { id } = onlyRow(rows);
    await db
      .insertInto('message')
      .values({
        id,
        company_id: mail.companyId,
        user_id: mail.userId ?? null,
        kiosk_id: mail.kioskId ?? null,
        channel: 'email',
        kind: mail.kind,
        recipient: mail.to,
        language: mail.language,
        content: sealContent(vault, id, mail.content),
        expires_at: mail.expiresAt,
      })
      .execute();
    tellSoon(db, 'message');
    return id;
  });
}
