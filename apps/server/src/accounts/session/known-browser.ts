import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { type KnownBrowserCookie, knownBrowserDays } from '../../platform/http/cookie.ts';

/** Known browsers per account and accounts per browser. The oldest are removed. */
const maxPerAccount = 100;
const maxPerBrowser = 50;

export interface Origin {
  network: string;
  knownBrowser: KnownBrowserCookie;
}

/** `browser` is the hash of a browser with a sign-in to this account within 90 days, else null. */
export interface Place {
  network: string;
  browser: Buffer | null;
}

export async function placeFor(db: Db, userId: number | undefined, origin: Origin): Promise<Place> {
  const { network, knownBrowser } = origin;
  const hash = knownBrowser.read();
  if (!hash) return { network, browser: null };
  const { rows } = await sql`
    select from known_browser
    where browser_hash = ${hash} and user_id = ${userId ?? 0}
      and signed_in_at > now() - make_interval(days => ${knownBrowserDays})`.execute(db);
  return { network, browser: rows.length > 0 ? hash : null };
}

export async function rememberBrowser(db: Db, userId: number, knownBrowser: KnownBrowserCookie): Promise<void> {
  const hash = knownBrowser.hash();
  await sql`
    insert into known_browser (browser_hash, user_id) values (${hash}, ${userId})
    on conflict (browser_hash, user_id) do update set signed_in_at = now()`.execute(db);
  await sql`
    delete from known_browser where (browser_hash, user_id) in (
      (select browser_hash, user_id from known_browser
       where user_id = ${userId} order by signed_in_at desc offset ${maxPerAccount})
      union all
      (select browser_hash, user_id from known_browser
       where browser_hash = ${hash} order by signed_in_at desc offset ${maxPerBrowser}))`.execute(db);
}

export async function forgetBrowsers(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('known_browser').where('user_id', '=', userId).execute();
}
