import { leaveCompany } from '@vestibule/contract/accounts/company-edit.ts';
import { deletePartner } from '@vestibule/contract/accounts/partner-edit.ts';
import { getSession, login } from '@vestibule/contract/accounts/session.ts';
import { deleteUser, deleteUsers, getOwnAccount, setOwnName, listUsers } from '@vestibule/contract/accounts/user.ts';
import { deleteTenant } from '@vestibule/contract/building/tenant.ts';
import { expect, test } from 'vitest';
import { enqueueMail } from '../../platform/outbox/enqueue.ts';
import { type Building, building, seedUser, signedIn } from '../../testing/building.ts';
import { openLive } from '../../testing/live.ts';
import { invitation } from '../../testing/messages.ts';
import { startServer, testVault } from '../../testing/server.ts';

const emailsOf = (users: readonly { email: string }[]) => users.map(({ email }) => email);

test('each scope lists its own users by e-mail, without those of lower scopes', async () => {
  const { as, company, tenant, partner, users } = await building();
  const list = async (query: object) => emailsOf((await as('superAdmin').call(listUsers, { query })).data);
  expect(await list({ companyId: company.id })).toEqual([users.company.email, users.reception.email].toSorted());
  expect(await list({ tenantId: tenant.id })).toEqual([users.tenant.email]);
  expect(await list({ partnerId: partner.id })).toEqual([users.partner.email]);
  const superAdmins = await list({});
  expect(superAdmins).toContain(users.superAdmin.email);
  expect(superAdmins.filter((email) => !email.startsWith('superadmin'))).toEqual([]);
});

test('lists a user with role and status, without secrets', async () => {
  const { as, company, users, db } = await building();
  const invited = await seedUser(db, { role: 'reception', companyId: company.id }, null);
  const { data } = await as('company').call(listUsers, { query: { companyId: company.id } });
  expect(data.find(({ id }) => id === users.company.id)).toMatchObject({
    role: 'company',
    isReception: false,
    status: 'active',
  });
  const listed = data.find(({ id }) => id === invited.id);
  expect(listed).toMatchObject({ email: invited.email, role: 'reception', isReception: true, status: 'invited' });
  expect(Object.keys(listed ?? {}).toSorted()).toEqual([
    'createdAt',
    'email',
    'id',
    'isReception',
    'name',
    'role',
    'status',
  ]);
});

test('lists users in pages and finds them by a part of their e-mail', async () => {
  const { as, company, db } = await building();
  for (let made = 0; made < 4; made += 1) await seedUser(db, { role: 'company', companyId: company.id });
  const query = { companyId: company.id, limit: 4 };
  const first = await as('company').call(listUsers, { query });
  expect(first.page).toMatchObject({ total: 6, totalIsExact: true });
  const rest = await as('company').call(listUsers, { query: { ...query, cursor: first.page?.next ?? '' } });
  const all = await as('company').call(listUsers, { query: { companyId: company.id } });
  expect(emailsOf([...first.data, ...rest.data])).toEqual(emailsOf(all.data));
  const found = await as('company').call(listUsers, { query: { ...query, search: 'RECEPTION-' } });
  expect(found.data.map(({ role }) => role)).toEqual(['reception']);
});

test('users cannot delete themselves, alone or among others', async () => {
  const { as, users } = await building();
  const self = users.company.id;
  expect(await as('company').call(deleteUser, { params: { userId: self } })).toBeRefused(403, 'cannotDeleteSelf');
  const both = `${users.reception.id},${self}`;
  expect(await as('company').call(deleteUsers, { query: { ids: both } })).toBeRefused(403, 'cannotDeleteSelf');
  expect(await as('reception').call(getSession)).toMatchObject({ status: 200 });
});

test.for([
  { role: 'partner', victim: 'company' },
  { role: 'partner', victim: 'tenant' },
  { role: 'company', victim: 'reception' },
  { role: 'company', victim: 'tenant' },
  { role: 'superAdmin', victim: 'partner' },
] as const)('a $role deletes a user of the $victim', async ({ role, victim }) => {
  const { as, users, db } = await building();
  const { id } = users[victim];
  expect(await as(role).call(deleteUser, { params: { userId: id } })).toMatchObject({ status: 200 });
  expect(await db.selectFrom('user_account').select('id').where('id', '=', id).execute()).toEqual([]);
});

test.for([
  { role: 'partner', victim: 'superAdmin' },
  { role: 'company', victim: 'partner' },
  { role: 'company', victim: 'superAdmin' },
  { role: 'tenant', victim: 'company' },
  { role: 'tenant', victim: 'reception' },
] as const)('answers a user of the $victim as missing to a $role', async ({ role, victim }) => {
  const { as, users } = await building();
  expect(await as(role).call(deleteUser, { params: { userId: users[victim].id } })).toBeRefused(404, 'notFound');
  expect(await as(victim).call(getSession)).toMatchObject({ status: 200 });
});

test.for(['partner', 'company', 'tenant'] as const)('a %s sees no users of other organizations', async (role) => {
  const { as, elsewhere } = await building();
  const answer = await as(role).call(deleteUser, { params: { userId: elsewhere.users.tenant.id } });
  expect(answer).toBeRefused(404, 'notFound');
  expect(await elsewhere.as('tenant').call(getSession)).toMatchObject({ status: 200 });
});

test('deletes all of several users, or none if one is missing', async () => {
  const { as, users, elsewhere, db, company } = await building();
  const other = await seedUser(db, { role: 'company', companyId: company.id });
  const mine = `${users.reception.id},${other.id}`;
  const withForeign = await as('company').call(deleteUsers, {
    query: { ids: `${mine},${elsewhere.users.reception.id}` },
  });
  expect(withForeign).toBeRefused(404, 'notFound');
  const count = async () =>
    (await as('company').call(listUsers, { query: { companyId: company.id, limit: 1 } })).page?.total;
  expect(await count()).toBe(3);
  await as('company').call(deleteUsers, { query: { ids: `${mine},${other.id}` } });
  expect(await count()).toBe(1);
  const entries = await db
    .selectFrom('audit_entry')
    .select('subject_id')
    .where('company_id', '=', company.id)
    .where('action', '=', 'user.deleted')
    .execute();
  expect(new Set(entries.map(({ subject_id }) => subject_id))).toEqual(new Set([users.reception.id, other.id]));
});

test.for(['', ',', '1,', 'x', '0', '-1', '1,,2', '1 ,2', Array.from({ length: 501 }, (_, id) => id + 1).join(',')])(
  'refuses the ids %j',
  async (ids) => {
    const { as } = await building();
    expect(await as('superAdmin').call(deleteUsers, { query: { ids } })).toBeRefused(400, 'validation');
  },
);

test('a deleted user is signed out in all processes at once, and their channels close', async () => {
  const server = await startServer();
  await server.listen();
  const { as, users } = await building(server);
  const caller = as('reception');
  const live = await openLive(caller);
  await as('company').call(deleteUser, { params: { userId: users.reception.id } });
  expect(await caller.call(getSession)).toBeRefused(401, 'notSignedIn');
  expect(await live.closed()).toBeGreaterThan(1000);
  const again = await as('signedOut').call(login, { body: { email: users.reception.email, password: 'x' } });
  expect(again).toBeRefused(404, 'incorrectEmail');
});

test('of two users who delete each other at the same moment, one stays', async () => {
  const { users, db, company, server } = await building();
  const other = await seedUser(db, { role: 'company', companyId: company.id });
  const first = signedIn(server, users.company.id);
  const second = signedIn(server, other.id);
  await Promise.all([first.call(getSession), second.call(getSession)]);
  await Promise.all([
    first.call(deleteUser, { params: { userId: other.id } }),
    second.call(deleteUser, { params: { userId: users.company.id } }),
  ]);
  const left = await db
    .selectFrom('user_account')
    .select('id')
    .where('company_id', '=', company.id)
    .where('role', '=', 'company')
    .execute();
  expect(left).toHaveLength(1);
});

test.for(['superAdmin', 'partner', 'company', 'reception', 'tenant'] as const)(
  'a %s changes their own name, and the audit log does not store it',
  async (role) => {
    const { as, users, db } = await building();
    const rename = (body: { name: string | null; previous?: string | null }) => as(role).call(setOwnName, { body });
    expect((await as(role).call(getOwnAccount)).data).toMatchObject({ id: users[role].id, name: null });
    expect((await rename({ name: 'Åse Ødegård', previous: null })).data).toMatchObject({ name: 'Åse Ødegård' });
    expect(await rename({ name: 'Åse Ødegård', previous: null }), 'a repeat').toMatchObject({ status: 200 });
    expect(await rename({ name: 'Liv', previous: 'Other' })).toBeRefused(409, 'changedMeanwhile');
    expect((await as(role).call(getOwnAccount)).data.name).toBe('Åse Ødegård');
    const log = role === 'superAdmin' || role === 'partner' ? 'system_audit_entry' : 'audit_entry';
    const entries = await db.selectFrom(log).selectAll().where('user_id', '=', users[role].id).execute();
    expect(entries).toMatchObject([{ action: 'user.renamed', subject: 'user', subject_id: users[role].id }]);
    expect(JSON.stringify(entries)).not.toContain('Åse');
    expect((await rename({ name: null })).data.name).toBeNull();
  },
);

test('a name that is too long is refused', async () => {
  const { as } = await building();
  const answer = await as('reception').call(setOwnName, { body: { name: 'a'.repeat(121) } });
  expect(answer).toBeRefused(400, 'validation');
});

const deletions = {
  'deleted alone': [
    'reception',
    ({ as, users }) => as('company').call(deleteUser, { params: { userId: users.reception.id } }),
  ],
  'deleted with others': [
    'reception',
    ({ as, users }) => as('company').call(deleteUsers, { query: { ids: `${users.reception.id}` } }),
  ],
  'who leaves the company': [
    'company',
    ({ as, company }) => as('company').call(leaveCompany, { params: { companyId: company.id } }),
  ],
  'deleted with the tenant': [
    'tenant',
    ({ as, tenant }) => as('company').call(deleteTenant, { params: { tenantId: tenant.id } }),
  ],
  'deleted with the partner': [
    'partner',
    ({ as, partner }) => as('superAdmin').call(deletePartner, { params: { partnerId: partner.id } }),
  ],
} satisfies Record<string, [keyof Building['users'], (site: Building) => Promise<{ status: number }>]>;

test.each(Object.entries(deletions))('a waiting message to a user %s is due at once', async (_way, [role, remove]) => {
  const site = await building();
  const { db, company, users } = site;
  await seedUser(db, { role: 'company', companyId: company.id });
  const companyId = role === 'partner' ? null : company.id;
  const table = companyId === null ? 'system_message' : 'message';
  const messageId = await enqueueMail(db, testVault, invitation({ userId: users[role].id, companyId }));
  const later = new Date(Date.now() + 3_600_000).toISOString();
  await db.updateTable(table).set({ next_attempt_at: later }).where('id', '=', messageId).execute();
  expect((await remove(site)).status).toBe(200);
  const { next_attempt_at: due } = await db
    .selectFrom(table)
    .select('next_attempt_at')
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow();
  expect(Date.parse(due)).toBeLessThanOrEqual(Date.now());
});
