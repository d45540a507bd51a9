import { checkToken, requestReset, restorePassword } from '@vestibule/contract/accounts/recovery.ts';
import { getSession, login } from '@vestibule/contract/accounts/session.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Db, onlyRow } from '../../platform/db/database.ts';
import { type Building, building, testPassword } from '../../testing/building.ts';
import { fresh } from '../../testing/fresh.ts';
import { linkPage, mailsWaitingFor, tokenFor } from '../../testing/links.ts';
import { openLive } from '../../testing/live.ts';
import { about } from '../../testing/refused.ts';
import { startServer } from '../../testing/server.ts';
import { bytes, typedSql } from '../../platform/db/typed-sql.ts';

const newPassword = 'Better-Horse-8?';

const freshNetwork = () => `198.18.${fresh()}.7`;

const ask = ({ as }: Pick<Building, 'as'>, email: string, from = freshNetwork()) =>
  as('signedOut').call(requestReset, { body: { email, url: linkPage } }, { from });

const restore = (
  { as }: Pick<Building, 'as'>,
  token: string,
  password = newPassword,
  confirmPassword: string = password,
) => as('signedOut').call(restorePassword, { body: { token, password, confirmPassword } });

async function linkOf(site: Building, email: string): Promise<string> {
  expect(await ask(site, email)).toMatchObject({ status: 200 });
  return tokenFor(site.db, email, 'passwordReset');
}

const age = (db: Db, userId: number, interval: string) =>
  sql`update password_link set expires_at = expires_at - ${interval}::interval where user_id = ${userId}`.execute(db);

test('mails a link that sets a new password once', async () => {
  const site = await building();
  const { email } = site.users.reception;
  const token = await linkOf(site, email);
  const [mail] = await mailsWaitingFor(site.db, email, 'passwordReset');
  expect(mail).toEqual({ link: `${linkPage}/${token}`, validHours: 1 });

  expect((await site.as('signedOut').call(checkToken, { body: { token } })).data).toEqual({ valid: true });
  expect(await restore(site, token)).toMatchObject({ status: 200 });
  expect(await restore(site, token)).toBeRefused(404, 'linkToResetInvalid');
  expect(await site.as('signedOut').call(checkToken, { body: { token } })).toBeRefused(404, 'linkToResetInvalid');
  const signIn = (password: string) => site.as('signedOut').call(login, { body: { email, password } });
  expect(await signIn(testPassword)).toBeRefused(401, 'incorrectPassword');
  expect(await signIn(newPassword)).toMatchObject({ status: 200 });
});

test('ignores the case of the e-mail address', async () => {
  const site = await building();
  expect(await ask(site, site.users.company.email.toUpperCase())).toMatchObject({ status: 200 });
  expect(await mailsWaitingFor(site.db, site.users.company.email, 'passwordReset')).toHaveLength(1);
});

test('of two simultaneous uses of a link, one succeeds', async () => {
  const site = await building();
  const token = await linkOf(site, site.users.company.email);
  const answers = await Promise.all([restore(site, token), restore(site, token, 'Other-Horse-9!')]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
});

test('opening a link does not use it up', async () => {
  const site = await building();
  const token = await linkOf(site, site.users.company.email);
  for (let looked = 0; looked < 3; looked += 1) {
    expect(await site.as('signedOut').call(checkToken, { body: { token } })).toMatchObject({ status: 200 });
  }
  expect(await restore(site, token)).toMatchObject({ status: 200 });
});

test('a link is valid for an hour', async () => {
  const site = await building();
  const { id, email } = site.users.company;
  const token = await linkOf(site, email);
  await age(site.db, id, '59 minutes');
  expect(await site.as('signedOut').call(checkToken, { body: { token } })).toMatchObject({ status: 200 });
  await age(site.db, id, '2 minutes');
  expect(await site.as('signedOut').call(checkToken, { body: { token } })).toBeRefused(404, 'linkToResetInvalid');
  expect(await restore(site, token)).toBeRefused(404, 'linkToResetInvalid');
  expect(await restore(site, await linkOf(site, email))).toMatchObject({ status: 200 });
});

test('a newer link replaces the one before', async () => {
  const site = await building();
  const { email } = site.users.company;
  const first = await linkOf(site, email);
  const second = await linkOf(site, email);
  expect(await restore(site, first)).toBeRefused(404, 'linkToResetInvalid');
  expect(await restore(site, second)).toMatchObject({ status: 200 });
});

test.for(['', 'x', 'a'.repeat(43), 'a'.repeat(512), "' or 1=1 --", '../../x', 'ø'])(
  'refuses the token %j',
  async (token) => {
    const site = await building();
    await linkOf(site, site.users.company.email);
    expect(await site.as('signedOut').call(checkToken, { body: { token } })).toBeRefused(404, 'linkToResetInvalid');
    expect(await restore(site, token)).toBeRefused(404, 'linkToResetInvalid');
  },
);

test('the stored hash does not work as a link', async () => {
  const site = await building();
  await linkOf(site, site.users.company.email);
  const { rows } = await typedSql({ id_hash: bytes })`
    select id_hash from password_link where user_id = ${site.users.company.id}`.execute(site.db);
  const { id_hash: hash } = onlyRow(rows);
  for (const encoding of ['hex', 'base64', 'base64url'] as const) {
    expect(await restore(site, hash.toString(encoding))).toBeRefused(404, 'linkToResetInvalid');
  }
});

const eight = 'Aa1!aaaa';

test.for([
  { password: '', key: 'passRequired' },
  { password: eight.slice(0, 7), key: '8-70chars' },
  { password: eight, key: undefined },
  { password: eight.padEnd(70, 'b'), key: undefined },
  { password: eight.padEnd(71, 'b'), key: '8-70chars' },
  { password: `Aa1!${'😀'.repeat(66)}`, key: undefined },
  { password: `Aa1!${'😀'.repeat(3)}`, key: '8-70chars' },
  { password: 'Horse-abc!', key: 'passShouldHaveNum' },
  { password: 'horse-123!', key: 'passShouldHaveUpper' },
  { password: 'HORSE-123!', key: 'passShouldHaveLower' },
  { password: 'Horse-1234', key: 'passShouldHaveSpecial' },
  ...Array.from('!£$%^&*?@#', (special) => ({ password: `Horse1234${special}`, key: undefined })),
  { password: 'Hø rse_1234!~', key: undefined },
])('marks a new password $password as $key, or accepts it', async ({ password, key }) => {
  const site = await building();
  const token = await linkOf(site, site.users.company.email);
  const answer = await restore(site, token, password);
  expect([answer.status, answer.problem?.fields]).toEqual(
    key === undefined ? [200, undefined] : [400, { password: key }],
  );
});

test('requires both passwords to be equal', async () => {
  const site = await building();
  const token = await linkOf(site, site.users.company.email);
  expect(await restore(site, token, newPassword, `${newPassword} `)).toBeRefused(400, 'validation', {
    fields: { confirmPassword: 'passMustMatch' },
  });
  expect(await restore(site, token)).toMatchObject({ status: 200 });
});

test('marks a missing password as required', async () => {
  const site = await building();
  const response = await site
    .as('signedOut')
    .send({ method: 'POST', url: '/api/v1/auth/restore', payload: { token: 'x', confirmPassword: '' } });
  expect(response.json()).toMatchObject({ status: 400, reason: 'validation', fields: { password: 'passRequired' } });
});

test('a new password ends every session of the user and closes the channels', async () => {
  const server = await startServer();
  const address = await server.listen();
  const site = await building(server);
  const { users, as, db } = site;
  const callers = [as('reception'), as('reception')];
  await as('company').call(getSession);
  const lives = [];
  for (const caller of callers) lives.push(await openLive(caller));
  const body = { email: users.reception.email, url: `http://${address}/set-password` };
  await as('signedOut').call(requestReset, { body });
  await restore(site, await tokenFor(db, users.reception.email, 'passwordReset'));
  for (const caller of callers) expect(await caller.call(getSession)).toBeRefused(401, 'notSignedIn');
  for (const live of lives) expect(await live.closed()).toBeGreaterThan(1000);
  const { rows } = await sql`select from session where user_id = ${users.company.id}`.execute(db);
  expect(rows).toHaveLength(1);
});

test('a link works during a sign-in block, and the new password works at once', async () => {
  const site = await building();
  const { email } = site.users.reception;
  const { email: colleague } = site.users.company;
  const from = freshNetwork();
  const signIn = (password: string, as = email) =>
    site.as('signedOut').call(login, { body: { email: as, password } }, { from });
  for (let failed = 0; failed < 5; failed += 1) {
    await signIn('Wrong-Horse-7!');
    await signIn('Wrong-Horse-7!', colleague);
  }
  expect(await signIn(testPassword)).toBeRefused(423, 'accountBlocked');
  expect(await ask(site, email, from)).toMatchObject({ status: 200 });
  const token = await tokenFor(site.db, email, 'passwordReset');
  const body = { token, password: newPassword, confirmPassword: newPassword };
  expect(await site.as('signedOut').call(restorePassword, { body }, { from })).toMatchObject({ status: 200 });
  expect(await signIn(newPassword)).toMatchObject({ status: 200 });
  expect(await signIn(testPassword, colleague)).toBeRefused(423, 'accountBlocked');
});

test('refuses an unknown e-mail address and marks the field', async () => {
  const site = await building();
  expect(await ask(site, `nobody-${fresh()}@test.example`)).toBeRefused(404, 'emailNotFound', {
    fields: { email: 'emailNotFound' },
  });
});

test('counts unknown e-mail addresses together with those at sign-in, and refuses the eleventh in 15 minutes', async () => {
  const site = await building();
  const from = freshNetwork();
  const nobody = () => `nobody-${fresh()}@test.example`;
  const signIn = (email: string) =>
    site.as('signedOut').call(login, { body: { email, password: testPassword } }, { from });
  for (let asked = 0; asked < 5; asked += 1) {
    expect(await ask(site, nobody(), from)).toBeRefused(404, 'emailNotFound');
    expect(await signIn(nobody())).toBeRefused(404, 'incorrectEmail');
  }
  expect(await ask(site, nobody(), from)).toBeRefused(429, 'tooManyRequests', { secondsLeft: about(900) });
  expect(await ask(site, site.users.company.email, from)).toBeRefused(429, 'tooManyRequests');
  expect(await signIn(site.users.company.email)).toBeRefused(429, 'tooManyRequests');
  expect(await mailsWaitingFor(site.db, site.users.company.email, 'passwordReset')).toEqual([]);
  expect(await ask(site, site.users.company.email)).toMatchObject({ status: 200 });
});

test('where accounts are hidden, answers unknown and known e-mail addresses alike', async () => {
  const server = await startServer({ hideAccounts: true });
  const site = await building(server);
  const from = freshNetwork();
  const known = await ask(site, site.users.company.email, from);
  const unknown = await Promise.all(
    Array.from({ length: 12 }, () => ask(site, `nobody-${fresh()}@test.example`, from)),
  );
  for (const { status, data } of unknown) expect([status, data]).toEqual([known.status, known.data]);
});

test('where accounts are hidden, an unknown address takes as long to answer as a known one', async () => {
  const site = await building(await startServer({ hideAccounts: true }));
  const took = async (email: string) => {
    const began = performance.now();
    await ask(site, email);
    return performance.now() - began;
  };
  const known = await took(site.users.company.email);
  expect(known).toBeGreaterThan(390);
  expect(await took(`nobody-${fresh()}@test.example`)).toBeGreaterThan(390);
});

test('mails five links an hour, and answers the sixth request alike', async () => {
  const site = await building();
  const { email } = site.users.company;
  let newest = '';
  for (let sent = 0; sent < 5; sent += 1) newest = await linkOf(site, email);
  expect(await ask(site, email)).toMatchObject({ status: 200 });
  expect(await mailsWaitingFor(site.db, email, 'passwordReset')).toHaveLength(5);
  expect(await restore(site, newest)).toMatchObject({ status: 200 });
});

test('logs a new password by link', async () => {
  const site = await building();
  const { id, email } = site.users.reception;
  await restore(site, await linkOf(site, email));
  const entries = await site.db.selectFrom('audit_entry').selectAll().where('user_id', '=', id).execute();
  expect(entries).toMatchObject([{ action: 'session.passwordChanged', company_id: site.company.id, subject_id: id }]);
});
