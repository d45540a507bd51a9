import { checkToken, requestReset, restorePassword } from '@vestibule/contract/accounts/recovery.ts';
import { login } from '@vestibule/contract/accounts/session.ts';
import { deleteUser, inviteAgain, inviteUser, listUsers } from '@vestibule/contract/accounts/user.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Building, building, seedUser } from '../../testing/building.ts';
import { fresh } from '../../testing/fresh.ts';
import type { Caller } from '../../testing/caller.ts';
import { linkPage, mailsWaitingFor, tokenFor } from '../../testing/links.ts';
import { about } from '../../testing/refused.ts';
import { text, typedSql } from '../../platform/db/typed-sql.ts';

const newEmail = () => `new-${fresh()}@test.example`;

interface Scope {
  companyId?: number;
  tenantId?: number;
  partnerId?: number;
}

const inviteInto = (caller: Caller, query: Scope, body: { email?: string; isReception?: boolean } = {}) =>
  caller.call(inviteUser, { query, body: { email: newEmail(), url: linkPage, ...body } });

const places = {
  company: ({ company }) => ({ companyId: company.id }),
  tenant: ({ tenant }) => ({ tenantId: tenant.id }),
  neighbor: ({ neighbor }) => ({ tenantId: neighbor.id }),
  partner: ({ partner }) => ({ partnerId: partner.id }),
  system: () => ({}),
  foreignCompany: ({ elsewhere }) => ({ companyId: elsewhere.company.id }),
  foreignTenant: ({ elsewhere }) => ({ tenantId: elsewhere.tenant.id }),
  foreignPartner: ({ elsewhere }) => ({ partnerId: elsewhere.partner.id }),
} satisfies Record<string, (site: Building) => Scope>;

type Place = keyof typeof places;

const everywhere: readonly Place[] = [
  'company',
  'tenant',
  'neighbor',
  'partner',
  'system',
  'foreignCompany',
  'foreignTenant',
  'foreignPartner',
];

const mayInviteInto = {
  superAdmin: everywhere,
  partner: ['company', 'tenant', 'neighbor', 'partner'],
  company: ['company', 'tenant', 'neighbor'],
  reception: [],
  tenant: ['tenant'],
} satisfies Record<string, readonly Place[]>;

const cells = (['superAdmin', 'partner', 'company', 'reception', 'tenant'] as const).flatMap((role) =>
  everywhere.map((place) => {
    const own: readonly Place[] = mayInviteInto[role];
    if (own.includes(place)) return { role, place, status: 201 };
    return { role, place, status: role === 'reception' || place === 'system' ? 403 : 404 };
  }),
);

test.for(cells)('an invitation by a $role into the $place answers $status', async ({ role, place, status }) => {
  const site = await building();
  const answer = await inviteInto(site.as(role), places[place](site));
  expect(answer.status).toBe(status);
  const list = await site.as(role).call(listUsers, { query: places[place](site) });
  expect(list.status).toBe(status === 201 ? 200 : status);
});

test.for([
  { place: 'company', isReception: false, role: 'company' },
  { place: 'company', isReception: true, role: 'reception' },
  { place: 'tenant', isReception: false, role: 'tenant' },
  { place: 'partner', isReception: false, role: 'partner' },
  { place: 'system', isReception: false, role: 'superAdmin' },
] as const)(
  'an invitation into the $place (reception: $isReception) creates a $role there and nowhere else',
  async ({ place, isReception, role }) => {
    const site = await building();
    const email = newEmail();
    const { data } = await inviteInto(site.as('superAdmin'), places[place](site), { email, isReception });
    expect(data).toMatchObject({ email, role, isReception, status: 'invited' });
    const row = await site.db
      .selectFrom('user_account')
      .selectAll()
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      role,
      company_id: place === 'company' || place === 'tenant' ? site.company.id : null,
      tenant_id: place === 'tenant' ? site.tenant.id : null,
      partner_id: place === 'partner' ? site.partner.id : null,
      password_hash: null,
    });
  },
);

test.for(['tenant', 'partner', 'system'] as const)('refuses a reception user of a %s', async (place) => {
  const site = await building();
  const answer = await inviteInto(site.as('superAdmin'), places[place](site), { isReception: true });
  expect(answer).toBeRefused(400, 'validation', { fields: { isReception: 'invalidValue' } });
});

test('an invitation names at most one scope', async () => {
  const site = await building();
  const query = { ...places.company(site), ...places.partner(site) };
  expect(await inviteInto(site.as('superAdmin'), query)).toBeRefused(400, 'validation', {
    fields: { partnerId: 'invalidValue' },
  });
});

test.for(['role', 'companyId', 'password', 'status'])('the body cannot set a %s', async (name) => {
  const site = await building();
  const response = await site.as('company').send({
    method: 'POST',
    url: `/api/v1/users/invite?companyId=${site.company.id}`,
    payload: { email: newEmail(), url: linkPage, [name]: 'superAdmin' },
  });
  expect(response.json()).toMatchObject({ reason: 'validation', fields: { [name]: 'unknownProperty' } });
});

test.for([
  { email: '', key: 'emailRequired' },
  { email: '   ', key: 'emailRequired' },
  { email: 'no address', key: 'incorrectEmail' },
  { email: `${'a'.repeat(250)}@test.example`, key: 'max254chars' },
])('refuses an invitation to $email with $key', async ({ email, key }) => {
  const site = await building();
  expect(await inviteInto(site.as('company'), places.company(site), { email })).toBeRefused(400, 'validation', {
    fields: { email: key },
  });
});

test('an e-mail address belongs to one user in the whole system, in any case', async () => {
  const site = await building();
  const taken = site.elsewhere.users.tenant.email;
  for (const email of [taken, ` ${taken.toUpperCase()} `]) {
    expect(await inviteInto(site.as('company'), places.company(site), { email })).toBeRefused(
      400,
      'userWithEmailAlreadyExists',
      { fields: { email: 'userWithEmailAlreadyExists' } },
    );
  }
  expect(await mailsWaitingFor(site.db, taken, 'invite')).toEqual([]);
});

test('two simultaneous invitations of an address create one user', async () => {
  const site = await building();
  const email = newEmail();
  const answers = await Promise.all([
    inviteInto(site.as('company'), places.company(site), { email }),
    inviteInto(site.as('superAdmin'), places.tenant(site), { email: email.toUpperCase() }),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400]);
  expect(await mailsWaitingFor(site.db, email, 'invite')).toHaveLength(1);
});

test('the mail names the inviting user and links to the page for a password', async () => {
  const site = await building();
  const email = newEmail();
  await inviteInto(site.as('company'), places.tenant(site), { email });
  const [mail] = await mailsWaitingFor(site.db, email, 'invite');
  expect(mail).toMatchObject({ organization: site.tenant.name, validHours: 168 });
  expect(mail?.link).toMatch(/^http:\/\/localhost\/set-password\/[\w-]{43}$/);
});

test('stores only a hash of the token', async () => {
  const site = await building();
  const email = newEmail();
  await inviteInto(site.as('company'), places.company(site), { email });
  const token = await tokenFor(site.db, email);
  const { rows } = await typedSql({ link: text })`select row_to_json(l)::text as link from password_link l`.execute(
    site.db,
  );
  const links = rows.map(({ link }) => link).join();
  for (const encoding of ['utf8', 'hex'] as const) expect(links).not.toContain(Buffer.from(token).toString(encoding));
  expect(links).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
});

test('an invited user follows the link, sets a password and signs in', async () => {
  const site = await building();
  const email = newEmail();
  const { data: invited } = await inviteInto(site.as('company'), places.company(site), { email, isReception: true });
  const token = await tokenFor(site.db, email);
  const caller = site.as('signedOut');
  expect((await caller.call(checkToken, { body: { token } })).data).toEqual({ valid: true });
  const password = 'Better-Horse-8?';
  await caller.call(restorePassword, { body: { token, password, confirmPassword: password } });
  const { data } = await caller.call(login, { body: { email, password } });
  expect(data.user).toMatchObject({ id: invited.id, role: 'reception', companyId: site.company.id });
  const { data: users } = await site.as('company').call(listUsers, { query: { companyId: site.company.id } });
  expect(users.find(({ id }) => id === invited.id)).toMatchObject({ status: 'active' });
});

test('a second invitation invalidates the first link', async () => {
  const site = await building();
  const email = newEmail();
  const { data: user } = await inviteInto(site.as('company'), places.company(site), { email });
  const first = await tokenFor(site.db, email);
  const again = await site.as('company').call(inviteAgain, { params: { userId: user.id }, body: { url: linkPage } });
  expect(again.data).toEqual(user);
  const second = await tokenFor(site.db, email);
  const caller = site.as('signedOut');
  expect(await caller.call(checkToken, { body: { token: first } })).toBeRefused(404, 'linkToResetInvalid');
  expect(await caller.call(checkToken, { body: { token: second } })).toMatchObject({ status: 200 });
});

test('a password reset that a stranger requests does not shorten an invitation', async () => {
  const site = await building();
  const email = newEmail();
  const { data: user } = await inviteInto(site.as('company'), places.company(site), { email });
  await site.as('signedOut').call(requestReset, { body: { email, url: linkPage } });
  const token = await tokenFor(site.db, email, 'passwordReset');
  await sql`update password_link set expires_at = expires_at - interval '6 days' where user_id = ${user.id}`.execute(
    site.db,
  );
  expect(await site.as('signedOut').call(checkToken, { body: { token } })).toMatchObject({ status: 200 });
});

test('a repeated resend with the same idempotency key mails no further link', async () => {
  const { as, company, db } = await building();
  const { id, email } = await seedUser(db, { role: 'company', companyId: company.id }, null);
  const again = () =>
    as('company').call(inviteAgain, { params: { userId: id }, body: { url: linkPage } }, { idempotencyKey: 'again' });
  const { data } = await again();
  expect((await again()).data).toEqual(data);
  expect(await mailsWaitingFor(db, email, 'invite')).toHaveLength(1);
});

test('refuses to resend an invitation to a user who has a password', async () => {
  const { as, users } = await building();
  const input = { params: { userId: users.reception.id }, body: { url: linkPage } };
  expect(await as('company').call(inviteAgain, input)).toBeRefused(409, 'userIsActive');
});

test('a user gets at most five resent invitations in an hour', async () => {
  const { as, company, db } = await building();
  const { id, email } = await seedUser(db, { role: 'company', companyId: company.id }, null);
  const again = () => as('company').call(inviteAgain, { params: { userId: id }, body: { url: linkPage } });
  for (let sent = 0; sent < 5; sent += 1) expect(await again()).toMatchObject({ status: 200 });
  expect(await again()).toBeRefused(429, 'tooManyRequests', { secondsLeft: about(3600) });
  expect(await mailsWaitingFor(db, email, 'invite')).toHaveLength(5);
});

test('deleting the user in between does not reset the limit of an address', async () => {
  const site = await building();
  const caller = site.as('tenant');
  const email = newEmail();
  for (let sent = 0; sent < 5; sent += 1) {
    const { data } = await inviteInto(caller, places.tenant(site), { email });
    await caller.call(deleteUser, { params: { userId: data.id } });
  }
  expect(await inviteInto(caller, places.tenant(site), { email })).toBeRefused(429, 'tooManyRequests');
  expect(await inviteInto(caller, places.tenant(site))).toMatchObject({ status: 201 });
});

test('after ten invitations of existing accounts, a user cannot invite for an hour, with any idempotency key', async () => {
  const site = await building();
  const taken = [...Object.values(site.users), ...Object.values(site.elsewhere.users)].map(({ email }) => email);
  const inviteTo = (role: 'company' | 'superAdmin', email: string, idempotencyKey?: string) =>
    site
      .as(role)
      .call(
        inviteUser,
        { query: places.company(site), body: { email, url: linkPage } },
        idempotencyKey === undefined ? {} : { idempotencyKey },
      );
  for (const [index, email] of taken.entries()) {
    const key = index % 2 === 0 ? undefined : `key ${index}`.replace(' ', '-');
    expect(await inviteTo('company', email, key)).toBeRefused(400, 'userWithEmailAlreadyExists');
  }
  const colleague = await seedUser(site.db, { role: 'company', companyId: site.elsewhere.company.id });
  expect(await inviteTo('company', colleague.email, 'another')).toBeRefused(429, 'tooManyRequests', {
    secondsLeft: about(3600),
  });
  expect(await inviteTo('company', newEmail())).toBeRefused(429, 'tooManyRequests');
  expect(await inviteTo('superAdmin', newEmail())).toMatchObject({ status: 201 });
});

test('refuses five invitations of one existing account in an hour, and accepts other addresses', async () => {
  const site = await building();
  const email = site.elsewhere.users.tenant.email;
  const caller = site.as('company');
  for (let sent = 0; sent < 5; sent += 1) {
    expect(await inviteInto(caller, places.company(site), { email })).toBeRefused(400, 'userWithEmailAlreadyExists');
  }
  expect(await inviteInto(caller, places.company(site), { email })).toBeRefused(429, 'tooManyRequests');
  expect(await inviteInto(caller, places.company(site))).toMatchObject({ status: 201 });
});

test('the second invitation names the same organization as the first', async () => {
  const site = await building();
  for (const [place, organization] of [
    ['company', site.company.name],
    ['tenant', site.tenant.name],
    ['partner', site.partner.name],
    ['system', null],
  ] as const) {
    const email = newEmail();
    const { data } = await inviteInto(site.as('superAdmin'), places[place](site), { email });
    await site.as('superAdmin').call(inviteAgain, { params: { userId: data.id }, body: { url: linkPage } });
    const mails = await mailsWaitingFor(site.db, email, 'invite');
    expect(mails.map((mail) => mail.organization)).toEqual([organization, organization]);
  }
});

test('logs invitations in the audit log of the company', async () => {
  const site = await building();
  const { data } = await inviteInto(site.as('partner'), places.tenant(site));
  const entries = await site.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('subject_id', '=', data.id)
    .where('subject', '=', 'user')
    .execute();
  expect(entries).toMatchObject([
    { action: 'user.invited', company_id: site.company.id, user_id: site.users.partner.id, role: 'partner' },
  ]);
});

test('an invitation may name the user, and lists show and find the name', async () => {
  const { as, company } = await building();
  const query = { companyId: company.id };
  const invited = async (name: string | null) =>
    (await as('company').call(inviteUser, { query, body: { email: newEmail(), name, url: linkPage } })).data;
  expect(await invited('  Åse Ødegård ')).toMatchObject({ name: 'Åse Ødegård' });
  for (const nothing of [null, '', ' \u200B ']) expect(await invited(nothing)).toMatchObject({ name: null });
  const { data } = await as('company').call(listUsers, { query: { ...query, search: 'ode' } });
  expect(data.map(({ name }) => name)).toEqual(['Åse Ødegård']);
});

test.for([
  ['a'.repeat(121), 'max120chars'],
  ['Åse\u0007', 'invalidText'],
])('an invitation with the name %o is refused', async ([name = '', key]) => {
  const { as, company } = await building();
  const body = { email: newEmail(), name, url: linkPage };
  const answer = await as('company').call(inviteUser, { query: { companyId: company.id }, body });
  expect(answer).toBeRefused(400, 'validation');
  expect(answer.problem?.fields).toEqual({ name: key });
});
