import {
  connectDirectory,
  getSynchronization,
  removeDirectory,
  synchronizeEmployees,
} from '@vestibule/contract/building/directory.ts';
import { listEmployees } from '@vestibule/contract/building/employee.ts';
import { getTenant } from '@vestibule/contract/building/tenant.ts';
import { authorizeWorkAccount } from '@vestibule/contract/accounts/work-account.ts';
import { expect, onTestFinished, test } from 'vitest';
import { type Building, building } from '../../testing/building.ts';
import type { Caller } from '../../testing/caller.ts';
import { noDirectories } from '../../testing/directories.ts';
import { ownApp } from '../../testing/grants.ts';
import { png } from '../../testing/images.ts';
import { signInAt } from '../../testing/identity.ts';
import { startWorking } from '../../testing/listing.ts';
import { type GraphUser, startMicrosoft } from '../../testing/microsoft.ts';
import { startServer } from '../../testing/server.ts';
import { keepDirectories } from './nightly.ts';

const account = 'reader@aurora.test';
const group = 'group-1';
const url = 'http://localhost/tenant-redirect';

function user(id: string, more: Record<string, unknown> = {}): GraphUser {
  return { id, displayName: `Person ${id}`, mail: `${id}@aurora.test`, accountEnabled: true, ...more };
}

async function microsoftBuilding(options: { hasOurApp?: boolean } = {}) {
  const microsoft = await startMicrosoft();
  onTestFinished(() => microsoft.close());
  microsoft.groups.set(
    group,
    ['1', '2', '3', '4'].map((id) => user(id)),
  );
  const office365 = { ...microsoft.settings, ...(options.hasOurApp === false && { app: null }) };
  const directories = { ...noDirectories, office365 };
  const server = await startServer({ directories });
  const site = await building(server);
  await startWorking(site, directories);
  return { ...site, microsoft };
}

const of = ({ tenant }: Pick<Building, 'tenant'>) => ({ params: { tenantId: tenant.id } });
const wishFor = ({ tenant }: Pick<Building, 'tenant'>, more: { groupId?: string; clientId?: string } = {}) => ({
  query: { purpose: 'directory', tenantId: tenant.id, type: 'office365', groupId: group, ...more } as const,
});

async function goThere(
  caller: Caller,
  site: Building,
  more: { clientId?: string; groupId?: string; as?: string } = {},
) {
  const { as = account, ...wish } = more;
  const { data } = await caller.call(authorizeWorkAccount, wishFor(site, wish));
  return signInAt(new URL(data.url), as);
}

async function connect(caller: Caller, site: Building, more: Parameters<typeof goThere>[2] = {}) {
  const callback = await goThere(caller, site, more);
  const body = { ...callback, type: 'office365', groupId: more.groupId ?? group, url } as const;
  return caller.call(connectDirectory, { ...of(site), body });
}

test('a grant connects a tenant, and its group becomes the employees', async () => {
  const site = await microsoftBuilding();
  const company = site.as('company');
  const { data } = await connect(company, site);
  expect(data).toMatchObject({
    success: true,
    conflicts: [],
    tenant: { type: 'office365', groupId: group, useCustomApp: false, clientId: null, hasClientSecret: false },
  });
  const synchronized = await company.call(synchronizeEmployees, of(site));
  expect(synchronized.data).toMatchObject({ added: 4, removed: 0 });
});

test('uses the tenant’s own application with its secret, and never shows the secret', async () => {
  const site = await microsoftBuilding({ hasOurApp: false });
  const caller = site.as('tenant');
  expect(await caller.call(authorizeWorkAccount, wishFor(site))).toMatchObject({
    status: 400,
    problem: { reason: 'validation', fields: { clientId: 'clientIdRequired' } },
  });
  const { clientId, clientSecret } = ownApp;
  const callback = await goThere(caller, site, { clientId });
  const body = { ...callback, type: 'office365', groupId: group, url, clientId } as const;
  expect(await caller.call(connectDirectory, { ...of(site), body })).toMatchObject({
    status: 400,
    problem: { fields: { clientSecret: 'clientSecretRequired' } },
  });
  const answer = await caller.call(connectDirectory, { ...of(site), body: { ...body, clientSecret } });
  expect(answer.data.tenant).toMatchObject({ useCustomApp: true, clientId, hasClientSecret: true });
  expect(JSON.stringify(answer.data)).not.toContain(clientSecret);
  expect((await caller.call(synchronizeEmployees, of(site))).data.added).toBe(4);
});

test('the return from a provider works once, in the same browser and for the same purpose', async () => {
  const site = await microsoftBuilding();
  const company = site.as('company');
  const callback = await goThere(company, site);
  const body = { ...callback, type: 'office365', groupId: group, url } as const;
  const refused = async (caller: Caller, changes: object, tenantId = site.tenant.id) =>
    expect(await caller.call(connectDirectory, { params: { tenantId }, body: { ...body, ...changes } })).toBeRefused(
      400,
      'oauthStateInvalid',
    );
  await refused(site.as('reception'), {});
  await refused(company, { state: `${callback.state}x` });
  expect(
    await company.call(connectDirectory, { ...of(site), body: { ...body, url: 'http://evil.example/' } }),
  ).toBeRefused(400, 'urlNotAllowed');
  await refused(company, { groupId: 'another' });
  await refused(company, {});
  const forNeighbor = await goThere(company, site);
  await refused(company, forNeighbor, site.neighbor.id);
  expect((await company.call(getTenant, of(site))).data.type).toBeNull();
});

test('refuses an account that may not read the directory, and keeps nothing', async () => {
  const site = await microsoftBuilding();
  const company = site.as('company');
  expect(await connect(company, site, { as: 'nobody@aurora.test' })).toBeRefused(403, 'serviceAccountRequired');
  expect(await connect(company, site, { groupId: 'no-group' })).toBeRefused(502, 'groupNotFound');
  expect((await company.call(getTenant, of(site))).data.type).toBeNull();
});

test('only users who may connect a tenant are redirected to its provider', async () => {
  const site = await microsoftBuilding();
  const wish = wishFor(site);
  expect(await site.as('signedOut').call(authorizeWorkAccount, wish)).toBeRefused(401, 'notSignedIn');
  expect(await site.as('partner').call(authorizeWorkAccount, wish)).toBeRefused(403, 'notAllowed');
  for (const role of ['superAdmin', 'company', 'reception', 'tenant'] as const) {
    expect(await site.as(role).call(authorizeWorkAccount, wish)).toMatchObject({ status: 200 });
  }
  const elsewhere = wishFor(site.elsewhere);
  for (const role of ['company', 'reception', 'tenant'] as const) {
    expect(await site.as(role).call(authorizeWorkAccount, elsewhere)).toBeRefused(404, 'notFound');
  }
  const { query } = wish;
  const unnamed = { query: { ...query, groupId: ' ' } };
  expect(await site.as('company').call(authorizeWorkAccount, unnamed)).toMatchObject({
    status: 400,
    problem: { fields: { groupId: 'groupIdRequired' } },
  });
});

test('stores a renewed grant, and accepts a new one after a revocation', async () => {
  const site = await microsoftBuilding();
  const company = site.as('company');
  await connect(company, site);
  const synchronize = () => company.call(synchronizeEmployees, of(site));
  await synchronize();
  for (let times = 0; times < 2; times += 1) {
    site.microsoft.login.expire();
    expect(await synchronize()).toMatchObject({ status: 200 });
  }
  site.microsoft.login.expire();
  site.microsoft.login.revoke();
  expect(await synchronize()).toBeRefused(502, 'consentRevoked');
  expect((await company.call(getSynchronization, of(site))).data.lastFailure).toBe('consentRevoked');
  expect(await company.call(authorizeWorkAccount, wishFor(site, { groupId: 'another' }))).toBeRefused(
    409,
    'integrationAlreadySet',
  );
  expect(await company.call(authorizeWorkAccount, wishFor(site))).toMatchObject({ status: 200 });
});

test('imports pictures after the employees in batches, and deletes those of removed employees', async () => {
  const site = await microsoftBuilding();
  const company = site.as('company');
  const picture = Buffer.from(await png().arrayBuffer());
  site.microsoft.photos.set('1', picture).set('2', Buffer.from('no picture')).set('3', picture);
  await connect(company, site);
  await company.call(synchronizeEmployees, of(site));
  const photos = async () =>
    (await company.call(listEmployees, of(site))).data
      .filter(({ photo }) => photo !== null)
      .map(({ idFromService }) => idFromService);
  expect(await photos()).toEqual([]);
  await keepDirectories.run(site.reach);
  await expect.poll(photos).toEqual(['1', '3']);
  const calls = site.microsoft.calls.length;
  await keepDirectories.run(site.reach);
  site.microsoft.groups.set(
    group,
    ['1', '2', '4'].map((id) => user(id)),
  );
  await company.call(synchronizeEmployees, of(site));
  expect(site.microsoft.calls.slice(calls).filter((path) => path.includes('/photo/'))).toEqual([]);
  const images = await site.db.selectFrom('image').select('id').where('tenant_id', '=', site.tenant.id).execute();
  expect(images).toHaveLength(1);
});

test('only the key outside of the database opens a grant, which is deleted with the integration', async () => {
  const site = await microsoftBuilding();
  const company = site.as('company');
  await connect(company, site);
  const grants = () =>
    site.db.selectFrom('directory_sync').select('granted').where('tenant_id', '=', site.tenant.id).execute();
  const [kept] = await grants();
  expect(kept?.granted?.toString('latin1')).not.toContain('refreshToken');
  await company.call(removeDirectory, { ...of(site), body: { shouldDeleteEmployees: false } });
  expect(await grants()).toEqual([]);
});
