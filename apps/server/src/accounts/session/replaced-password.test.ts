import { changePassword, getSession, login } from '@vestibule/contract/accounts/session.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hashOf, newSecret } from '../../platform/http/secret.ts';
import { building, testPassword } from '../../testing/building.ts';
import { queuedBehind } from '../../testing/queued.ts';
import { startServer } from '../../testing/server.ts';
import { hashPassword, verifyPassword } from './password.ts';

const another = 'Another-Horse-8!';
const change = { body: { currentPassword: testPassword, newPassword: 'Third-Horse-9!' } };

const replaced = async ({ id }: { id: number }) =>
  sql`update user_account set password_hash = ${await hashPassword(another)} where id = ${id}`;

test('a sign-in with a password that changes at the same time gets no session', async () => {
  const { as, users, db } = await building();
  const { company: user } = users;
  const [answer] = await queuedBehind(db, await replaced(user), [
    () => as('signedOut').call(login, { body: { email: user.email, password: testPassword } }),
  ]);
  expect(answer).toBeRefused(401, 'incorrectPassword');
  expect(await db.selectFrom('session').select('id').where('user_id', '=', user.id).execute()).toEqual([]);
});

test('a password change does not replace a newer one', async () => {
  const { as, users, db } = await building();
  const { company: user } = users;
  const caller = as('company');
  await caller.call(getSession);
  const [answer] = await queuedBehind(db, await replaced(user), [() => caller.call(changePassword, change)]);
  expect(answer).toBeRefused(403, 'currentPasswordIncorrect');
  const signIn = as('signedOut').call(login, { body: { email: user.email, password: another } });
  expect(await signIn).toMatchObject({ status: 200 });
});

test('a sign-in in its second step ends when the password changes', async () => {
  const { as, users, db } = await building();
  const { id } = users.reception;
  const caller = as('reception');
  await caller.call(getSession);
  const begun = hashOf(newSecret());
  await sql`
    insert into sign_in_step (id_hash, user_id, expires_at) values (${begun}, ${id}, now() + interval '1 hour')`.execute(
    db,
  );
  const secondStep = sql`
    with over as (delete from sign_in_step where id_hash = ${begun} returning user_id)
    insert into session (id_hash, user_id) select ${begun}, user_id from over`;
  const [answer] = await queuedBehind(db, secondStep, [() => caller.call(changePassword, change)]);
  expect(answer).toMatchObject({ status: 200 });
  const left = await db.selectFrom('session').select('id_hash').where('user_id', '=', id).execute();
  expect(left.some(({ id_hash: hash }) => hash.equals(begun))).toBe(false);
});

test('many calls without lookups do not count against callers without a password', async () => {
  const { as } = await building(await startServer({ hideAccounts: true }));
  const signIn = () => as('signedOut').call(login, { body: { email: 'nobody@test.example', password: another } });
  const crowd = Array.from({ length: 64 }, () => verifyPassword(another, null, 'signIn'));
  expect(await signIn()).toBeRefused(503, 'unavailable');
  await Promise.all(crowd);
  expect(await signIn()).toBeRefused(401, 'incorrectPassword');
});
