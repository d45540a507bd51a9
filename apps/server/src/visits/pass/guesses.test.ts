import { randomBytes } from 'node:crypto';
import { readAnswer } from '@vestibule/contract/visits/answer.ts';
import { takeHostLink } from '@vestibule/contract/visits/host.ts';
import { getPass } from '@vestibule/contract/visits/pass.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hashOf, newSecret } from '../../platform/http/secret.ts';
import { building, type Building, seedVisit, seedVisitor } from '../../testing/building.ts';
import { fresh } from '../../testing/fresh.ts';
import { invited, tokenOfGuest } from '../../testing/invitations.ts';
import { startServer, testVault } from '../../testing/server.ts';
import { answerToken } from '../notification/answer-token.ts';

const guesses = 10_000;
/** Per network and minute. */
const limit = 60;
/** Guesses at once: few enough for the server to refuse none of them as overloaded. */
const batch = 40;

interface Kind {
  what: string;
  token: (site: Building) => Promise<string>;
  ask: (site: Building, token: string, from: string) => Promise<number>;
}

const kinds: Kind[] = [
  {
    what: 'pass',
    token: async ({ as, db, tenant }) => {
      const { guests } = await invited(as('company'), tenant);
      return tokenOfGuest(db, guests[0]?.id ?? 0);
    },
    ask: async ({ as }, token, from) => (await as('pass').call(getPass, { params: { token } }, { from })).status,
  },
  {
    what: 'answer',
    token: async (site) => {
      const visitor = await seedVisitor(site.db, site);
      const { tenant, employee: host } = site;
      return answerToken(testVault, await seedVisit(site.db, visitor, { tenant, host, checkedInAt: new Date() }));
    },
    ask: async ({ as }, token, from) => (await as('pass').call(readAnswer, { params: { token } }, { from })).status,
  },
  {
    what: 'host link',
    token: async ({ db, company, employee }) => {
      const token = newSecret();
      await sql`
        insert into host_link (employee_id, company_id, address, token_hash, expires_at)
        values (${employee.id}, ${company.id}, ${employee.email}, ${hashOf(token)}, now() + interval '15 minutes')`.execute(
        db,
      );
      return token;
    },
    ask: async ({ as }, token, from) =>
      (await as('signedOut').call(takeHostLink, { body: { token } }, { from })).status,
  },
];

/** Every second guess is the real token with other letters at its end, the others are of its length. */
function guessLike(token: string, place: number): string {
  const letters = [...randomBytes(token.length)].map((byte) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[byte % 32]);
  const kept = place % 2 === 0 ? 0 : token.length - 4;
  const guess = token.slice(0, kept) + letters.slice(kept).join('');
  return guess === token ? `${token.slice(0, -1)}_` : guess;
}

test.each(kinds)(
  `of ${guesses} guesses of a $what from one network, ${limit} reach a comparison and none succeeds`,
  { timeout: 240_000 },
  async ({ token: make, ask }) => {
    const site = await building(await startServer());
    const token = await make(site);
    const network = `203.0.113.${fresh() % 200}`;
    const counts = new Map<number, number>();
    const guess = async (place: number) => {
      const status = await ask(site, guessLike(token, place), network);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    };
    await guess(0);
    // A slow machine would reach the next minute.
    await sql`
      update limit_count set window_ends_at = now() + interval '1 hour' where subject like ${`%${network}%`}`.execute(
      site.db,
    );
    for (let made = 1; made < guesses; made += batch) {
      const some = Array.from({ length: Math.min(batch, guesses - made) }, (_, index) => guess(made + index));
      await Promise.all(some);
    }
    expect(Object.fromEntries(counts)).toEqual({ 404: limit, 429: guesses - limit });
    expect(await ask(site, token, '198.51.100.7')).toBe(200);
  },
);
