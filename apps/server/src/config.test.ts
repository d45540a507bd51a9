import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const place = { checkout: '/srv/vestibule', isRoot: false };
const key = 'a-key-of-at-least-thirty-two-letters';
const production = { NODE_ENV: 'production', SECRET_KEY: key, PUBLIC_URL: 'https://desk.example.com' };
const refusals = (env: Record<string, string>) => {
  try {
    readConfig(env, place);
  } catch (error) {
    return error instanceof Error ? error.message.split('\n') : [];
  }
  return [];
};

const europe = new Set(
  'AT AX BE BG CH CY CZ DE DK EE ES FI FR GB GG GR HR HU IE IM IS IT JE LI LT LU LV MT NL NO PL PT RO SE SI SJ SK'.split(
    ' ',
  ),
);

test('an empty environment starts both roles on this machine only, with the demo building', () => {
  expect(readConfig({}, place)).toEqual({
    port: 3000,
    metricsPort: null,
    metricsHost: '127.0.0.1',
    tracesTo: null,
    host: '127.0.0.1',
    publicUrl: null,
    dataDir: '/srv/vestibule/data',
    databaseUrl: null,
    databaseReadUrl: null,
    migrationDatabaseUrl: null,
    trustedProxies: [],
    roles: new Set(['web', 'worker']),
    processes: 1,
    logLevel: 'warn',
    secretKey: null,
    previousSecretKeys: [],
    backup: { key: null, keyFile: null },
    mail: null,
    catchesMail: true,
    sms: null,
    smsLimits: {
      phone: { hour: 6, day: 20 },
      sender: { hour: 600, day: 3000 },
      tenant: { hour: 1000, day: 5000 },
      company: { hour: 5000, day: 20_000 },
      installation: { hour: 20_000, day: 100_000 },
      host: { hour: 50, day: 300 },
    },
    smsCountries: { ofCompany: true, codes: europe },
    identity: null,
    storage: { place: { kind: 'folder', folder: '/srv/vestibule/data/files' }, container: 'images', host: null },
    decoderSocket: null,
    directories: {
      office365: {
        app: null,
        loginUrl: new URL('https://login.microsoftonline.com/organizations/oauth2/v2.0'),
        graphUrl: new URL('https://graph.microsoft.com/v1.0'),
      },
      google: {
        app: null,
        loginUrl: new URL('https://accounts.google.com/o/oauth2/v2/auth'),
        tokenUrl: new URL('https://oauth2.googleapis.com/token'),
        directoryUrl: new URL('https://admin.googleapis.com/admin/directory/v1'),
      },
      loopbooking: { domains: ['loopbooking.com'], url: null },
    },
    secondFactorRoles: new Set(),
    hideAccounts: false,
    rowSecurity: true,
    demo: true,
    production: false,
  });
});

test('an empty value counts as absent', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' }, place)).toEqual(readConfig({}, place));
});

test('reads every setting', () => {
  const config = readConfig(
    {
      PORT: '8080',
      METRICS_PORT: '9100',
      METRICS_HOST: '0.0.0.0',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example.com:4318',
      HOST: '::',
      PUBLIC_URL: 'https://desk.example.com',
      DATA_DIR: '/data',
      DATABASE_URL: 'postgres://desk:secret@db.example.com/vestibule',
      DATABASE_READ_URL: 'postgres://desk:secret@standby.example.com/vestibule',
      MIGRATION_DATABASE_URL: 'postgres://owner:secret@db.example.com/vestibule',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      ROLE: 'worker',
      PROCESSES: '4',
      LOG_LEVEL: 'debug',
      TZ: 'Europe/Oslo',
      SECRET_KEY: key,
      SECRET_KEY_PREVIOUS: `${key}-1, ${key}-2`,
      MAIL_URL: 'smtps://desk:p%40ss@mail.example.com:465',
      MAIL_FROM: '"Åse at the desk" <desk@example.com>',
      SMS_PROVIDER: 'sveve',
      SMS_URL: 'https://sms.example.com',
      SMS_USER: 'desk',
      SMS_PASSWORD: 'sms secret',
      SMS_FROM: 'Vestibule',
      SMS_LIMIT_PHONE: '1,2',
      SMS_LIMIT_SENDER: ' 3, 4 ',
      SMS_LIMIT_TENANT: '5,6',
      SMS_LIMIT_COMPANY: '7,8',
      SMS_LIMIT_INSTALLATION: '0,10000000',
      GUEST_MESSAGE_LIMIT: '9,10',
      SMS_COUNTRIES: 'NO, US',
      OIDC_ISSUER: 'https://login.example.com/realms/work',
      OIDC_CLIENT_ID: 'vestibule',
      OIDC_CLIENT_SECRET: 'a secret',
      STORAGE_URL: 's3://KEY:secret@s3.eu-north-1.amazonaws.com',
      STORAGE_HOST: 'https://files.example.com',
      STORAGE_CONTAINER: 'vestibule-images',
      DECODER_SOCKET: '/run/vestibule-decoder/socket',
      MICROSOFT_CLIENT_ID: 'at Microsoft',
      MICROSOFT_CLIENT_SECRET: 'their secret',
      MICROSOFT_LOGIN_URL: 'https://login.microsoftonline.us/7f3cbe2c',
      MICROSOFT_GRAPH_URL: 'https://graph.microsoft.us/beta/',
      GOOGLE_CLIENT_ID: 'at Google',
      GOOGLE_CLIENT_SECRET: 'another secret',
      GOOGLE_LOGIN_URL: 'http://localhost:9001/login',
      GOOGLE_TOKEN_URL: 'http://127.0.0.1:9001',
      GOOGLE_DIRECTORY_URL: 'http://[::1]:9001',
      LOOPBOOKING_DOMAINS: 'Loopbooking.com, house.example',
      LOOPBOOKING_URL: 'http://loop:8080',
      SECOND_FACTOR_ROLES: 'company, tenant',
      HIDE_ACCOUNTS: 'true',
      ROW_SECURITY: 'false',
      DEMO: 'false',
      NODE_ENV: 'test',
    },
    place,
  );
  expect(config).toEqual({
    port: 8080,
    metricsPort: 9100,
    metricsHost: '0.0.0.0',
    tracesTo: new URL('http://collector.example.com:4318'),
    host: '::',
    publicUrl: new URL('https://desk.example.com'),
    dataDir: '/data',
    databaseUrl: 'postgres://desk:secret@db.example.com/vestibule',
    databaseReadUrl: 'postgres://desk:secret@standby.example.com/vestibule',
    migrationDatabaseUrl: 'postgres://owner:secret@db.example.com/vestibule',
    trustedProxies: ['10.0.0.0/8', '::1'],
    roles: new Set(['worker']),
    processes: 4,
    logLevel: 'debug',
    secretKey: key,
    previousSecretKeys: [`${key}-1`, `${key}-2`],
    backup: { key: null, keyFile: null },
    mail: {
      url: new URL('smtps://desk:p%40ss@mail.example.com:465'),
      from: { name: 'Åse at the desk', address: 'desk@example.com' },
    },
    catchesMail: false,
    sms: {
      provider: 'sveve',
      url: new URL('https://sms.example.com'),
      user: 'desk',
      password: 'sms secret',
      from: 'Vestibule',
    },
    smsLimits: {
      phone: { hour: 1, day: 2 },
      sender: { hour: 3, day: 4 },
      tenant: { hour: 5, day: 6 },
      company: { hour: 7, day: 8 },
      installation: { hour: 0, day: 10_000_000 },
      host: { hour: 9, day: 10 },
    },
    smsCountries: { ofCompany: false, codes: new Set(['NO', 'US']) },
    identity: {
      issuer: new URL('https://login.example.com/realms/work'),
      clientId: 'vestibule',
      clientSecret: 'a secret',
    },
    storage: {
      place: {
        kind: 's3',
        endpoint: 'https://s3.eu-north-1.amazonaws.com',
        region: 'eu-north-1',
        credentials: { accessKeyId: 'KEY', secretAccessKey: 'secret' },
      },
      container: 'vestibule-images',
      host: 'https://files.example.com',
    },
    decoderSocket: '/run/vestibule-decoder/socket',
    directories: {
      office365: {
        app: { clientId: 'at Microsoft', clientSecret: 'their secret' },
        loginUrl: new URL('https://login.microsoftonline.us/7f3cbe2c/oauth2/v2.0'),
        graphUrl: new URL('https://graph.microsoft.us/beta/'),
      },
      google: {
        app: { clientId: 'at Google', clientSecret: 'another secret' },
        loginUrl: new URL('http://localhost:9001/login'),
        tokenUrl: new URL('http://127.0.0.1:9001/token'),
        directoryUrl: new URL('http://[::1]:9001/admin/directory/v1'),
      },
      loopbooking: { domains: ['loopbooking.com', 'house.example'], url: new URL('http://loop:8080') },
    },
    secondFactorRoles: new Set(['company', 'tenant']),
    hideAccounts: true,
    rowSecurity: false,
    demo: false,
    production: false,
  });
});

test('PROCESSES=auto starts one web process for each available processor', () => {
  expect(readConfig({ PROCESSES: 'auto' }, place).processes).toBe(availableParallelism());
  expect(readConfig({ PROCESSES: ' 256 ' }, place).processes).toBe(256);
});

test.each(['0', '257', '2.5', '-1', 'all', '3,4'])('PROCESSES=%s is refused with one line', (PROCESSES) => {
  expect(refusals({ PROCESSES })).toEqual([
    `PROCESSES is "${PROCESSES}", but must be auto, or a number from 1 to 256.`,
  ]);
});

test('production never seeds the demo building, even if the setting asks for it', () => {
  const config = readConfig({ ...production, DEMO: 'true' }, place);
  expect(config).toMatchObject({ demo: false, logLevel: 'info' });
});

test('production requires a second factor for superAdmins and partners by default', () => {
  const rolesOf = (env: Record<string, string>) => readConfig({ ...production, ...env }, place).secondFactorRoles;
  expect(rolesOf({})).toEqual(new Set(['superAdmin', 'partner']));
  expect(rolesOf({ SECOND_FACTOR_ROLES: 'none' })).toEqual(new Set());
  expect(rolesOf({ SECOND_FACTOR_ROLES: 'superAdmin,partner,company' }).size).toBe(3);
});

test('as root, two checkouts with the same folder name have separate data folders', () => {
  const folder = (checkout: string) => readConfig({}, { checkout, isRoot: true }).dataDir;
  expect(folder('/root/vestibule')).toMatch(/^\/var\/lib\/vestibule\/vestibule-[0-9a-f]{8}$/);
  expect(folder('/root/vestibule')).not.toBe(folder('/home/vestibule'));
});

test('work accounts need three settings or none, and each missing one has its error', () => {
  expect(refusals({ OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_SECRET: 'top secret' })).toEqual([
    expect.stringMatching(/^OIDC_CLIENT_ID is not set, but must be set: work accounts take all of/),
  ]);
  expect(refusals({ OIDC_CLIENT_ID: 'vestibule' })).toEqual([
    expect.stringMatching(/^OIDC_ISSUER is not set, /),
    expect.stringMatching(/^OIDC_CLIENT_SECRET is not set, /),
  ]);
});

test('an SMS provider takes its settings, with its own base address, and never shows its password', () => {
  const all = { SMS_PROVIDER: 'twilio', SMS_USER: 'AC1', SMS_PASSWORD: 'top secret', SMS_FROM: '+4790000000' };
  expect(readConfig(all, place).sms).toMatchObject({ provider: 'twilio', url: new URL('https://api.twilio.com') });
  expect(refusals({ SMS_PROVIDER: 'twilio', SMS_PASSWORD: 'top secret' })).toEqual([
    expect.stringMatching(/^SMS_USER is not set, but must be set, as SMS_PROVIDER is twilio: .*Account SID/),
    expect.stringMatching(/^SMS_FROM is not set, /),
  ]);
  expect(refusals({ SMS_PROVIDER: 'pigeon' })).toEqual([
    'SMS_PROVIDER is "pigeon", but must be one of twilio, sveve, none.',
  ]);
  const wrong = refusals({ ...all, SMS_FROM: 'Ås', SMS_URL: 'http://sms.example.com' });
  expect(wrong).toEqual([
    expect.stringMatching(/^SMS_URL is "http:..sms.example.com", but must be an https address/),
    expect.stringMatching(/^SMS_FROM is "Ås", but must be a number/),
  ]);
  expect(wrong.join()).not.toContain('top secret');
});

test.each([
  'login.example.com',
  'http://login.example.com',
  'https://login.microsoftonline.com/common/v2.0',
  'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
  'https://login.microsoftonline.com/contoso.onmicrosoft.com/v2.0',
])('refuses the issuer %s', (issuer) => {
  const others = { OIDC_CLIENT_ID: 'vestibule', OIDC_CLIENT_SECRET: 'top secret' };
  const lines = refusals({ OIDC_ISSUER: issuer, ...others });
  expect(lines).toEqual([expect.stringContaining(`OIDC_ISSUER is "${issuer}", but must be an https address like `)]);
  expect(lines.join()).not.toContain('top secret');
});

test('an application for directories needs both id and secret, and shows neither', () => {
  const lines = refusals({ MICROSOFT_CLIENT_SECRET: 'top secret', GOOGLE_CLIENT_ID: 'vestibule' });
  expect(lines).toEqual([
    expect.stringMatching(
      /^MICROSOFT_CLIENT_ID is not set, but must be set: MICROSOFT_CLIENT_ID and MICROSOFT_CLIENT_/,
    ),
    expect.stringMatching(/^GOOGLE_CLIENT_SECRET is not set, /),
  ]);
});

test('accepts one tenant of Entra, and a provider on this machine, as issuer', () => {
  for (const issuer of [
    'https://login.microsoftonline.com/7f3cbe2c-4f2e-4b3a-9a52-0d3f6e8f1a11/v2.0',
    'http://127.0.0.1:9000',
  ]) {
    const env = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'vestibule', OIDC_CLIENT_SECRET: 'a secret' };
    expect(readConfig(env, place).identity?.issuer).toEqual(new URL(issuer));
  }
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
  ['MAIL_URL', 'http://mail.example.com'],
  ['MAIL_URL', 'mail.example.com:25'],
  ['MAIL_URL', 'smtp://mail.example.com/inbox'],
  ['MAIL_URL', 'smtp://mail.example.com?pool=true'],
  ['MAIL_FROM', 'the desk'],
  ['MAIL_FROM', 'desk@example.com, other@example.com'],
  ['STORAGE_URL', 'ftp://files.example.com'],
  ['STORAGE_URL', 'azure://desk.blob.core.windows.net'],
  ['STORAGE_HOST', 'files.example.com'],
  ['STORAGE_CONTAINER', 'Our Images'],
  ['MICROSOFT_LOGIN_URL', 'http://login.example.com'],
  ['MICROSOFT_GRAPH_URL', 'graph.microsoft.com'],
  ['GOOGLE_TOKEN_URL', 'https://oauth2.googleapis.com/token?key=1'],
  ['LOOPBOOKING_DOMAINS', 'loopbooking.com,*.example.com'],
  ['LOOPBOOKING_DOMAINS', 'https://loopbooking.com'],
  ['LOOPBOOKING_URL', 'ftp://127.0.0.1'],
  ['SECOND_FACTOR_ROLES', 'company,kiosk'],
  ['HIDE_ACCOUNTS', 'perhaps'],
  ['DEMO', '2'],
  ['NODE_ENV', 'staging'],
])('refuses %s=%s in one line with the value and the allowed values', (name, value) => {
  expect(refusals({ [name]: value })).toEqual([expect.stringContaining(`${name} is "${value}", but must be `)]);
});

test('each wrong setting has its line', () => {
  expect(refusals({ PORT: 'x', ROLE: 'y' })).toEqual([
    expect.stringMatching(/^PORT /),
    expect.stringMatching(/^ROLE /),
  ]);
});

test('an error shows no password', () => {
  const [line] = refusals({ DATABASE_URL: 'mysql://desk:s@cret/!@db.example.com/vestibule' });
  expect(line).toContain('"mysql://***@db.example.com/vestibule"');
  const [storage] = refusals({ STORAGE_URL: 'azure://desk:se/cr+et==@desk.blob.core.windows.net' });
  expect(storage).toContain('"azure://***@desk.blob.core.windows.net"');
});

test('names a container that is not a folder', () => {
  expect(refusals({ STORAGE_URL: 's3://s3.eu-north-1.amazonaws.com' })).toEqual([
    expect.stringMatching(/^STORAGE_CONTAINER is not set, but must be the name of the container/),
  ]);
});

test.each([
  ['SECRET_KEY', 'too-short-a-key'],
  ['SECRET_KEY_PREVIOUS', `${key},too-short-a-key`],
])('refuses a wrong %s without showing it', (name, value) => {
  const lines = refusals({ [name]: value });
  expect(lines).toEqual([expect.stringMatching(new RegExp(`^${name} is not as it should be, but must be `))]);
  expect(lines.join()).not.toContain('too-short-a-key');
});

test('the owner of the tables is the user of DATABASE_URL unless another one is set', () => {
  const DATABASE_URL = 'postgres://desk:secret@db.example.com/vestibule';
  expect(readConfig({ DATABASE_URL }, place).migrationDatabaseUrl).toBe(DATABASE_URL);
  expect(refusals({ DATABASE_READ_URL: DATABASE_URL })).toEqual([
    'DATABASE_URL is not set, but must be set beside DATABASE_READ_URL: the primary of that standby.',
  ]);
  expect(refusals({ DATABASE_URL, DATABASE_READ_URL: 'mysql://db/vestibule' })).toEqual([
    expect.stringMatching(/^DATABASE_READ_URL is "mysql:.*", but must be an address/),
  ]);
  expect(refusals({ MIGRATION_DATABASE_URL: DATABASE_URL })).toEqual([
    'DATABASE_URL is not set, but must be set beside MIGRATION_DATABASE_URL: the same database, with the user of the program.',
  ]);
});

test('production needs the public URL', () => {
  expect(refusals({ ...production, PUBLIC_URL: '' })).toEqual([
    'PUBLIC_URL is not set, but must be the address that people use, like https://desk.example.com: in production none is guessed.',
  ]);
  expect(refusals(production)).toEqual([]);
});

test('production needs a secret key, and a sender address to send mail', () => {
  expect(refusals({ ...production, SECRET_KEY: '', MAIL_URL: 'smtp://mail.example.com' })).toEqual([
    expect.stringMatching(/^SECRET_KEY is not set, but must be at least 32 characters/),
    expect.stringMatching(/^MAIL_FROM is not set, but must be the address that mails come from/),
  ]);
});

test('the sender can be an address alone, and has a default', () => {
  const mailFrom = (env: Record<string, string>) =>
    readConfig({ MAIL_URL: 'smtp://127.0.0.1:25', ...env }, place).mail?.from;
  expect(mailFrom({ MAIL_FROM: 'desk@example.com' })).toEqual({ name: '', address: 'desk@example.com' });
  expect(mailFrom({})).toEqual({ name: 'Vestibule', address: 'no-reply@localhost' });
  expect(mailFrom({ PUBLIC_URL: 'https://desk.example.com' })?.address).toBe('no-reply@desk.example.com');
});

test('checks that an SMS limit is two numbers, and that a country exists', () => {
  expect(readConfig({ SMS_COUNTRIES: 'any' }, place).smsCountries).toEqual({ ofCompany: false, codes: null });
  expect(readConfig({ SMS_COUNTRIES: 'company' }, place).smsCountries).toEqual({ ofCompany: true, codes: new Set() });
  for (const wrong of ['600', '600,', '1,2,3', '-1,5', 'many,5', '1.5,2', '1,10000001']) {
    expect(refusals({ SMS_LIMIT_SENDER: wrong })).toEqual([
      `SMS_LIMIT_SENDER is ${JSON.stringify(wrong)}, but must be two whole numbers from 0 to 10000000, the most SMS in an hour and in a day, separated by a comma, such as 600,3000.`,
    ]);
  }
  for (const wrong of ['Norway', 'NO,XX', 'no', 'any,NO']) {
    expect(refusals({ SMS_COUNTRIES: wrong })).toEqual([
      expect.stringMatching(/^SMS_COUNTRIES is .*, but must be any, or /),
    ]);
  }
});
