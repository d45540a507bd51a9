import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const place = { checkout: '/srv/vestibule', isRoot: false };
const refusals = (env: Record<string, string>) => {
  try {
    readConfig(env, place);
  } catch (error) {
    return error instanceof Error ? error.message.split('\n') : [];
  }
  return [];
};

test('an empty environment starts both roles on this machine only, with the demo building', () => {
  expect(readConfig({}, place)).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: null,
    dataDir: '/srv/vestibule/data',
    databaseUrl: null,
    trustedProxies: [],
    roles: new Set(['web', 'worker']),
    logLevel: 'warn',
    hideAccounts: false,
    demo: true,
    production: false,
  });
});

test('an empty value counts as absent', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' }, place)).toEqual(readConfig({}, place));
});

test('every setting is read', () => {
  const config = readConfig(
    {
      PORT: '8080',
      HOST: '::',
      PUBLIC_URL: 'https://desk.example.com',
      DATA_DIR: '/data',
      DATABASE_URL: 'postgres://desk:secret@db.example.com/vestibule',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      ROLE: 'worker',
      LOG_LEVEL: 'debug',
      TZ: 'Europe/Oslo',
      HIDE_ACCOUNTS: 'true',
      DEMO: 'false',
      NODE_ENV: 'test',
    },
    place,
  );
  expect(config).toEqual({
    port: 8080,
    host: '::',
    publicUrl: new URL('https://desk.example.com'),
    dataDir: '/data',
    databaseUrl: 'postgres://desk:secret@db.example.com/vestibule',
    trustedProxies: ['10.0.0.0/8', '::1'],
    roles: new Set(['worker']),
    logLevel: 'debug',
    hideAccounts: true,
    demo: false,
    production: false,
  });
});

test('production never lays the demo building, even when asked', () => {
  expect(readConfig({ NODE_ENV: 'production', DEMO: 'true' }, place)).toMatchObject({ demo: false, logLevel: 'info' });
});

test('as root, two checkouts of the same name have data folders of their own', () => {
  const folder = (checkout: string) => readConfig({}, { checkout, isRoot: true }).dataDir;
  expect(folder('/root/vestibule')).toMatch(/^\/var\/lib\/vestibule\/vestibule-[0-9a-f]{8}$/);
  expect(folder('/root/vestibule')).not.toBe(folder('/home/vestibule'));
});

test.each([
  ['PORT', '70000'],
  ['PORT', '0x50'],
  ['HOST', 'two words'],
  ['PUBLIC_URL', 'desk.example.com'],
  ['PUBLIC_URL', 'https://desk.example.com/path'],
  ['DATABASE_URL', 'mysql://db/vestibule'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '10.0.0.1,proxy'],
  ['ROLE', 'web,queue'],
  ['LOG_LEVEL', 'loud'],
  ['TZ', 'Oslo'],
  ['HIDE_ACCOUNTS', 'perhaps'],
  ['DEMO', '2'],
  ['NODE_ENV', 'staging'],
])('%s=%s is refused in one line that says what was given and what is allowed', (name, value) => {
  expect(refusals({ [name]: value })).toEqual([expect.stringContaining(`${name} is "${value}", but must be `)]);
});

test('each wrong setting has its line', () => {
  expect(refusals({ PORT: 'x', ROLE: 'y' })).toEqual([
    expect.stringMatching(/^PORT /),
    expect.stringMatching(/^ROLE /),
  ]);
});

test('a refusal shows no password', () => {
  const [line] = refusals({ DATABASE_URL: 'mysql://desk:s@cret/!@db.example.com/vestibule' });
  expect(line).toContain('"mysql://***@db.example.com/vestibule"');
});
