import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashOf, newSecret } from '../../platform/http/secret.ts';
import { isLoopback } from '../../platform/integrations/loopback.ts';
import { expireLinkMails } from '../../platform/outbox/enqueue.ts';
import { bool, int, typedSql } from '../../platform/db/typed-sql.ts';

/** For how many hours the link of a message works. */
export const validHours = { invite: 7 * 24, passwordReset: 1 } as const;

/** The console's page for setting a password. */
const pagePath = '/set-password';

/**
 * Makes a link for a user, which replaces one that was made before and works at least as long: whoever was invited has those days, even
 * where a stranger asks for a new password. A mail with the one before that still waits is not sent. Answers its address; the token in it is
 * kept nowhere.
 */
export async function makeLink(db: Db, userId: number, page: URL, hours: number): Promise<string> {
  const token = newSecret();
  await expireLinkMails(db, userId);
  await sql`
    insert into password_link (user_id, id_hash, expires_at)
    values (${userId}, ${hashOf(token)}, now() + make_interval(hours => ${hours}))
    on conflict (user_id) do update
    set id_hash = excluded.id_hash, expires_at = greatest(password_link.expires_at, excluded.expires_at)`.execute(db);
  return `${page.origin}${pagePath}/${token}`;
}

/** Whose link this is, if it still works. */
export async function findUserOfLink(db: Db, token: string): Promise<number | undefined> {
  const { rows } = await typedSql({ user_id: int })`
    select user_id from password_link where id_hash = ${hashOf(token)} and expires_at > now()`.execute(db);
  return rows[0]?.user_id;
}

/** Keeps whose link this is from being changed or deleted until the end of the transaction. */
export async function lockUserOfLink(db: Db, token: string): Promise<void> {
  await sql`
    select from user_account where id = (select user_id from password_link where id_hash = ${hashOf(token)})
    for no key update`.execute(db);
}

/** Uses a link up, once. Answers whose it was, if it worked. */
export async function useLink(db: Db, token: string): Promise<number | undefined> {
  const { rows } = await typedSql({ user_id: int, is_valid: bool })`
    delete from password_link where id_hash = ${hashOf(token)}
    returning user_id, expires_at > now() as is_valid`.execute(db);
  return rows[0]?.is_valid ? rows[0].user_id : undefined;
}

/**
 * The page that a client wants a link to lead to. It must be the console's own, or the mail would hand its token to a stranger.
 * Where no public address is set, the address of the request could be a stranger's too: only this machine's own will do.
 * @throws {Refusal} `urlNotAllowed`
 */
export function readLinkPage(address: string, origin: string, publicUrl: URL | null): URL {
  const page = URL.parse(address);
  const isOurs =
    page !== null &&
    page.href === `${origin}${pagePath}${page.pathname.endsWith('/') ? '/' : ''}` &&
    (publicUrl !== null || isLoopback(page.hostname));
  if (!isOurs) throw new Refusal('urlNotAllowed', { fields: { url: 'urlNotAllowed' } });
  return page;
}
