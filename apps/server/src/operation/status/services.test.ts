import { getServices } from '@vestibule/contract/accounts/services.ts';
import { expect, test } from 'vitest';
import { createMailCatcher } from '../../platform/integrations/mail/catcher.ts';
import { callerOf } from '../../testing/caller.ts';
import { noDirectories } from '../../testing/directories.ts';
import { startServer } from '../../testing/server.ts';

const everything = new Set(['web', 'worker'] as const);

test('shows anonymous requests which services are missing', async () => {
  const { status, data } = await callerOf(await startServer({ roles: everything })).call(getServices);
  expect({ status, data }).toEqual({
    status: 200,
    data: { email: false, sms: false, showsMails: false, workAccounts: false, directories: [] },
  });
});

test('lists the configured services without their settings', async () => {
  const google = { ...noDirectories.google, app: { clientId: 'our-client', clientSecret: 'our-secret' } };
  const server = await startServer({
    roles: everything,
    mail: { url: new URL('smtp://mail.test'), from: { name: 'Desk', address: 'desk@mail.test' } },
    sms: {
      provider: 'sveve',
      url: new URL('https://sms.test'),
      user: 'our-user',
      password: 'our-password',
      from: 'Desk',
    },
    directories: { ...noDirectories, google },
  });
  const response = await callerOf(server).send({ method: 'GET', url: '/api/v1/services' });
  expect(response.json()).toEqual({
    data: { email: true, sms: true, showsMails: false, workAccounts: false, directories: ['google'] },
  });
});

test('says that the demo shows its mails', async () => {
  const server = await startServer({ roles: everything, mailCatcher: createMailCatcher() });
  const { data } = await callerOf(server).call(getServices);
  expect(data).toMatchObject({ email: false, showsMails: true });
});

test('a process without a worker does not report a missing provider', async () => {
  const { data } = await callerOf(await startServer({ roles: new Set(['web']) })).call(getServices);
  expect(data).toMatchObject({ email: true, sms: true });
});
