import { requestReset } from '@vestibule/contract/accounts/recovery.ts';
import { login } from '@vestibule/contract/accounts/session.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Db, transaction } from '../../platform/db/database.ts';
import { building } from '../../testing/building.ts';
import type { Caller } from '../../testing/caller.ts';
import { fresh } from '../../testing/fresh.ts';
import { linkPage } from '../../testing/links.ts';

test('many simultaneous sign-ins reveal at most ten unknown e-mails to a network', async () => {
  const { as, users, db } = await building();
  const signIn = (caller: Caller, email: string, from: string) =>
    caller.call(login, { body: { email, password: 'Wrong-Horse-7!' } }, { from });
  const answer = await held(db, 'sign_in_attempt', (from, email = users.company.email) =>
    signIn(as('signedOut'), email, from),
  );
  expect(answer).toBeRefused(429, 'tooManyRequests');
});

test('many simultaneous password resets reveal at most ten unknown e-mails to a network', async () => {
  const { as, users, db } = await building();
  const ask = (caller: Caller, email: string, from: string) =>
    caller.call(requestReset, { body: { email, url: linkPage } }, { from });
  const answer = await held(db, 'password_link', (from, email = users.company.email) =>
    ask(as('signedOut'), email, from),
  );
  expect(answer).toBeRefused(429, 'tooManyRequests');
});

async function held<Answer>(
  db: Db,
  table: 'sign_in_attempt' | 'password_link',
  ask: (from: string, email?: string) => Promise<Answer>,
): Promise<Answer> {
  const from = `198.19.${fresh()}.7`;
  let known: Promise<Answer> | undefined;
  await transaction(db, async (db) => {
    await sql`lock table ${sql.table(table)} in share mode`.execute(db);
    known = ask(from);
    await expect.poll(() => waiting(db)).toBe(true);
    for (let asked = 0; asked < 10; asked += 1) await ask(from, `nobody-${fresh()}@test.example`);
  });
  if (!known) throw new Error('no caller was refused');
  return known;
}

async function waiting(db: Db): Promise<boolean> {
  const { rows } = await sql`select from pg_locks where not granted and locktype = 'relation'`.execute(db);
  return rows.length > 0;
}
