import { expect, test } from 'vitest';
import { createVault } from '../../platform/db/sealed.ts';
import { hashOf } from '../../platform/http/secret.ts';
import { building } from '../../testing/building.ts';
import { invited } from '../../testing/invitations.ts';
import { quietLog, testSecretKey, testVault } from '../../testing/server.ts';
import { placeOfPass } from '../badge/code.ts';
import { codeOfPass, renewPasses } from './pass.ts';

const newKey = 'the key that comes after the one of the tests';

test('a pass keeps its link and gets a hash of its code with the new key', async () => {
  const site = await building();
  await invited(site.as('company'), site.tenant);
  const pass = () =>
    site.db.selectFrom('pass').selectAll().where('company_id', '=', site.company.id).executeTakeFirstOrThrow();
  const before = await pass();
  const secret = testVault.open(placeOfPass(before.guest_id), before.secret);
  expect(Buffer.from(secret, 'base64url').length).toBeGreaterThanOrEqual(16);
  expect(hashOf(secret)).toEqual(before.secret_hash);
  await renewPasses({ vault: createVault(newKey, [testSecretKey]), log: quietLog }).run(site.reach);
  const after = await pass();
  const vault = createVault(newKey);
  expect(vault.open(placeOfPass(after.guest_id), after.secret)).toBe(secret);
  expect(after.code_hash).toEqual(vault.sign('pass code', `${site.company.id}:${codeOfPass(secret)}`));
  expect(codeOfPass(secret)).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  await renewPasses({ vault: createVault('a third key'), log: quietLog }).run(site.reach);
  expect(await pass()).toEqual(after);
});
