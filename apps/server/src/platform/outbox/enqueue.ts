import type { MailKind } from '@vestibule/contract/platform/message-words.ts';
import type { Language } from '@vestibule/contract/platform/values.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Db, onlyRow } from '../db/database.ts';
import type { Vault } from '../db/sealed.ts';
import { notifyDebounced } from '../live/bus.ts';
import { type MailContent, sealContent } from './content.ts';
import { int, typedSql } from '../db/typed-sql.ts';

type KeptKind = Exclude<MailKind, 'arrival' | 'unanswered' | 'stillHere'>;

type MailOf<Kind extends KeptKind> = Kind extends KeptKind ? { kind: Kind; content: MailContent<Kind> } : never;

export type NewMail = MailOf<KeptKind> & {
  /** Null for users outside any company. */
  companyId: number | null;
  /** The recipient if it is a user. The mail is not sent after the deletion. */
  userId?: number;
  kioskId?: number;
  to: string;
  language: Language;
  /** An expired mail is not sent, and its content is deleted. */
  expiresAt: Date;
};

/** Joins the transaction of its cause. A worker sends the mail after the commit and retries. Returns its id. */
export async function enqueueMail(db: Db, vault: Vault, mail: NewMail): Promise<number> {
  return onlyRow(await enqueueMails(db, vault, [mail]));
}

/** As `enqueueMail`, in two statements for any number, so that locks are held briefly. All mails or none belong to companies. */
export async function enqueueMails(db: Db, vault: Vault, mails: readonly NewMail[]): Promise<number[]> {
  if (mails.length === 0) return [];
  const { rows } = await typedSql({ id: int })`
    select nextval('message_id_seq')::int as id from generate_series(1, ${mails.length}::int)`.execute(db);
  const messages = rows.flatMap(({ id }, index) => {
    const mail = mails[index];
    return mail ? [{ ...mail, id, content: sealContent(vault, id, mail.content) }] : [];
  });
  const column = (valueOf: (message: (typeof messages)[number]) => unknown) => messages.map(valueOf);
  const isOfCompany = messages.some(({ companyId }) => companyId !== null);
  const place = isOfCompany
    ? sql`message (company_id, kiosk_id, channel, id, user_id, kind, recipient, language, content, expires_at)
        select company_id, kiosk_id,`
    : sql`system_message (channel, id, user_id, kind, recipient, language, content, expires_at) select`;
  await sql`
    insert into ${place} 'email', id, user_id, kind, recipient, language, content, expires_at
    from unnest(
      ${column(({ id }) => id)}::int[], ${column(({ companyId }) => companyId)}::int[],
      ${column(({ userId = null }) => userId)}::int[], ${column(({ kioskId = null }) => kioskId)}::int[],
      ${column(({ kind }) => kind)}::text[], ${column(({ to }) => to)}::text[],
      ${column(({ language }) => language)}::text[], ${column(({ content }) => content)}::bytea[],
      ${column(({ expiresAt }) => expiresAt)}::timestamptz[]
    ) as mail (id, company_id, user_id, kiosk_id, kind, recipient, language, content, expires_at)`.execute(db);
  notifyDebounced(db, 'message');
  return messages.map(({ id }) => id);
}

/**
 * Statement that makes waiting messages to deleted users or about deleted kiosks due, so that a worker drops them at once. `ids`: a query of
 * `id` and `company_id` of those that the same statement deletes.
 */
export function dropMessagesOf(deleted: 'user_id' | 'kiosk_id', ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    update message set next_attempt_at = now()
    where company_id = any(array(select company_id from (${ids}) of)) and ${sql.ref(deleted)} = any(array(select id from (${ids}) of))
      and state = 'queued'`;
}

/** Cancels queued mails with a link of the user, which a new link replaced. */
export async function expireLinkMails(db: Db, userId: number): Promise<void> {
  await sql`
    update message m set expires_at = now(), next_attempt_at = case when m.state = 'queued' then now() else m.next_attempt_at end
    from user_account u
    where u.id = ${userId} and m.company_id = u.company_id and m.user_id = u.id and m.kind in ('invite', 'passwordReset')
      and m.content is not null and m.expires_at > now()`.execute(db);
  await sql`select cancel_system_messages(${userId})`.execute(db);
}
