import { beginSecondFactor, confirmSecondFactor, takeSecondStep } from '@vestibule/contract/accounts/second-factor.ts';
import { login } from '@vestibule/contract/accounts/session.ts';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { createVault } from '../../platform/db/sealed.ts';
import { building, testPassword } from '../../testing/building.ts';
import { quietLog, testSecretKey } from '../../testing/server.ts';
import { renewSeals } from './renew-seals.ts';
import { placeOfSecret } from './second-factor.ts';
import { bytes, typedSql } from '../../platform/db/typed-sql.ts';

const newKey = 'the key that comes after the one of the tests';

async function withFactor() {
  const site = await building();
  const { id, email } = site.users.reception;
  const caller = site.as('reception');
  const { secret } = (await caller.call(beginSecondFactor, { body: { password: testPassword } })).data;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const { recoveryCodes } = (await caller.call(confirmSecondFactor, { body: { code } })).data;
  const sealed = async () => {
    const { rows } = await typedSql({ secret: bytes })`select secret from second_factor where user_id = ${id}`.execute(
      site.db,
    );
    return rows[0]?.secret ?? Buffer.alloc(0);
  };
  return { ...site, user: { id, email }, secret, recoveryCodes, sealed };
}

test('after the job has run, the old key of second factors can be removed', async () => {
  const { reach, user, secret, sealed } = await withFactor();
  await renewSeals({ vault: createVault(newKey, [testSecretKey]), log: quietLog }).run(reach);
  expect(createVault(newKey).open(placeOfSecret(user), await sealed())).toBe(secret);
});

test('keeps values sealed with the newest key, and values that no key opens', async () => {
  const { reach, sealed } = await withFactor();
  const before = await sealed();
  await renewSeals({ vault: createVault(testSecretKey), log: quietLog }).run(reach);
  await renewSeals({ vault: createVault(newKey), log: quietLog }).run(reach);
  expect(await sealed()).toEqual(before);
});

test('a recovery code works for a user whose secret cannot be opened', async () => {
  const { db, as, user, recoveryCodes } = await withFactor();
  const lost = createVault(newKey).seal(placeOfSecret(user), 'JBSWY3DPEHPK3PXP');
  await sql`update second_factor set secret = ${lost} where user_id = ${user.id}`.execute(db);
  const browser = as('signedOut');
  expect(await browser.call(login, { body: { email: user.email, password: testPassword } })).toBeRefused(
    401,
    'secondFactorRequired',
  );
  expect(await browser.call(takeSecondStep, { body: { code: recoveryCodes[0] ?? '' } })).toMatchObject({ status: 200 });
});
