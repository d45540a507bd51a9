import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashOf, newSecret } from '../../platform/http/secret.ts';
import { isLoopback } from '../../platform/integrations/loopback.ts';
import { expireLinkMails } from '../../platform/outbox/enqueue.ts';
import { bool, int, typedSql } from '../../platform/db/typed-sql.ts';

export const validHours = { invite: 7 * 24, passwordReset: 1 } as const;

const pagePath = '/set-password';

/**
 * Replaces a former link and lives at least as long, so that a reset requested by a stranger does not shorten an invitation. Only a hash of
 * the token is stored.
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

export async function findUserOfLink(db: Db, token: string): Promise<number | undefined> {
  const { rows } = await typedSql({ user_id: int })`
    select user_id from password_link where id_hash = ${hashOf(token)} and expires_at > now()`.execute(db);
  return rows[0]?.user_id;
}

export async function lockUserOfLink(db: Db, token: string): Promise<void> {
  await sql`
    select from user_account where id = (select user_id from password_link where id_hash = ${hashOf(token)})
    for no key update`.execute(db);
}

/** Deletes the link. Returns its user if it was still valid. */
export async function redeemLink(db: Db, token: string): Promise<number | undefined> {
  const { rows } = await typedSql({ user_id: int, is_valid: bool })`
    delete from password_link where id_hash = ${hashOf(token)}
    returning user_id, expires_at > now() as is_valid`.execute(db);
  return rows[0]?.is_valid ? rows[0].user_id : undefined;
}

/**
 * The page must be the console's own: the mail would give its token to another site. Without a public address, only addresses of this
 * machine are allowed, because a request can name any host.
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
