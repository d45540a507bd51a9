import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../platform/db/database.ts';
import { checkToken, restorePassword } from '../accounts/user/recovery.ts';
import { createUser } from '../accounts/user/user.ts';
import { testDatabase } from '../testing/database.ts';

const checkout = join(import.meta.dirname, '../../../..');

test('the first superAdmin gets a link that sets a password once', async () => {
  const database = await testDatabase();
  const { code, stdout } = await admin(database, ['--email', 'First@Example.com']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Set a password within 1 hour, at\nhttps:\/\/desk\.example\.com\/set-password\/[\w-]+\n$/);
  await restorePassword(database.db, { token: tokenIn(stdout), password: 'Valid-Pass-2026!' });
  await expect(checkToken(database.db, tokenIn(stdout))).rejects.toThrow('linkToResetInvalid');
  const users = await database.db.selectFrom('user_account').where('role', '=', 'superAdmin').select('email').execute();
  expect(users).toContainEqual({ email: 'first@example.com' });
});

test('a second run for an address prints a new link and creates no user', async () => {
  const database = await testDatabase();
  const first = await admin(database, ['--email', 'again@example.com']);
  const second = await admin(database, ['--email', 'again@example.com']);
  await expect(checkToken(database.db, tokenIn(first.stdout))).rejects.toThrow('linkToResetInvalid');
  expect(await checkToken(database.db, tokenIn(second.stdout))).toEqual({ valid: true });
  const users = await database.db
    .selectFrom('user_account')
    .where('email', '=', 'again@example.com')
    .select('id')
    .execute();
  expect(users).toHaveLength(1);
});

test.for([
  {
    name: 'no address',
    args: [],
    says: 'Give the e-mail address of the account: npm run admin -- --email you@example.com\n',
  },
  {
    name: 'an invalid address',
    args: ['--email', 'you'],
    says: 'Give the e-mail address of the account: npm run admin -- --email you@example.com\n',
  },
  {
    name: 'the address of a user with another role',
    args: ['--email', 'partner@example.com'],
    says: '--email is the address of a user with another role. Delete that user first, or take another address.\n',
  },
])('refuses $name in one line', async ({ args, says }) => {
  const database = await testDatabase();
  expect(await admin(database, args)).toEqual({ code: 1, stdout: '', stderr: says });
});

beforeAll(async () => {
  const { db } = await testDatabase();
  const { id } = await db
    .insertInto('partner')
    .values({ name: 'Nordic Facility', code: 'nordic' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await createUser(db, { email: 'partner@example.com', passwordHash: null, place: { role: 'partner', partnerId: id } });
});

const tokenIn = (stdout: string) => stdout.trim().split('/').at(-1) ?? '';

function admin({ connection }: Database, args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  if ('connectionString' in connection) throw new TypeError('The tests know where their PostgreSQL is.');
  const { host, port, user, database } = connection;
  const env = {
    NODE_COMPILE_CACHE: join(checkout, 'node_modules/.cache/node'),
    DATABASE_URL: `postgres:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`,
    PUBLIC_URL: 'https://desk.example.com',
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['apps/server/src/commands/make-admin.ts', ...args],
      { cwd: checkout, env },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}
