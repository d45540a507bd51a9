import { requestReset } from '@vestibule/contract/accounts/recovery.ts';
import { inviteAgain, inviteUser } from '@vestibule/contract/accounts/user.ts';
import { expect, test } from 'vitest';
import { building, seedUser } from '../../testing/building.ts';
import { fresh } from '../../testing/fresh.ts';
import { linkPage, mailsWaitingFor } from '../../testing/links.ts';
import { startServer } from '../../testing/server.ts';

const strange = [
  'https://evil.example/set-password',
  'http://localhost.evil.example/set-password',
  'http://evil.example/http://localhost/set-password',
  'https://localhost/set-password',
  'http://localhost:8080/set-password',
  'http://localhost@evil.example/set-password',
  'http://user:secret@localhost/set-password',
  'http://user@localhost/set-password',
  'http://localhost/',
  'http://localhost',
  'http://localhost/login',
  'http://localhost/set-password/x',
  'http://localhost/set-password//',
  'http://localhost//set-password',
  'http://localhost/Set-Password',
  'http://localhost/set%2Dpassword',
  'http://localhost/set-password?next=//evil.example',
  'http://localhost/set-password?',
  'http://localhost/set-password#x',
  'http://localhost/set-password#',
  'http:\\\\evil.example\\set-password',
  'http://evil.example\\@localhost/set-password',
  '//evil.example/set-password',
  '/set-password',
  'set-password',
  'javascript:alert(1)//localhost/set-password',
  'data:text/html,localhost/set-password',
  'http://[::1]/set-password',
  'http://127.0.0.1/set-password',
  '',
];

test.for(strange)('no link uses %j as its origin', async (url) => {
  const { as, company, db, users } = await building();
  const fields = { fields: { url: 'urlNotAllowed' } };
  const email = `new-${fresh()}@test.example`;
  const invited = await as('company').call(inviteUser, { query: { companyId: company.id }, body: { email, url } });
  expect(invited).toBeRefused(400, 'urlNotAllowed', fields);

  const { id } = await seedUser(db, { role: 'company', companyId: company.id }, null);
  const again = await as('company').call(inviteAgain, { params: { userId: id }, body: { url } });
  expect(again).toBeRefused(400, 'urlNotAllowed', fields);

  const reset = await as('signedOut').call(requestReset, { body: { email: users.company.email, url } });
  expect(reset).toBeRefused(400, 'urlNotAllowed', fields);
  expect(await mailsWaitingFor(db, users.company.email, 'passwordReset')).toEqual([]);
});

test.for(['http://localhost/set-password', 'http://localhost/set-password/', 'http://LOCALHOST:80/set-password'])(
  'a link requested as %s has the origin of the console',
  async (url) => {
    const { as, company, db } = await building();
    const email = `new-${fresh()}@test.example`;
    await as('company').call(inviteUser, { query: { companyId: company.id }, body: { email, url } });
    const [mail] = await mailsWaitingFor(db, email, 'invite');
    expect(mail?.link).toMatch(/^http:\/\/localhost\/set-password\/[\w-]{43}$/);
  },
);

test('links use the public URL of the settings, whatever the request says', async () => {
  const server = await startServer({ publicUrl: new URL('https://desk.example.com') });
  const { as, users, db } = await building(server);
  const { email } = users.company;
  const ask = (url: string, host = 'desk.example.com') =>
    as('signedOut').call(requestReset, { body: { email, url } }, { headers: { host } });
  expect(await ask(linkPage)).toBeRefused(400, 'urlNotAllowed');
  expect(await ask('http://desk.example.com/set-password')).toBeRefused(400, 'urlNotAllowed');
  expect(await ask('https://evil.example/set-password', 'evil.example')).toBeRefused(400, 'urlNotAllowed');
  expect(await ask('https://desk.example.com/set-password')).toMatchObject({ status: 200 });
  const [mail] = await mailsWaitingFor(db, email, 'passwordReset');
  expect(mail?.link).toMatch(/^https:\/\/desk\.example\.com\/set-password\/[\w-]{43}$/);
});

test('without a public URL links lead to this machine only, because a request can name any host', async () => {
  const { as, users } = await building();
  const body = { email: users.company.email, url: 'http://evil.example/set-password' };
  const answer = await as('signedOut').call(requestReset, { body }, { headers: { host: 'evil.example' } });
  expect(answer).toBeRefused(400, 'urlNotAllowed');
});
