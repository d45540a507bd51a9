import { parseArgs } from 'node:util';
import { Email } from '@vestibule/contract/platform/values.ts';
import { pino } from 'pino';
import { audit, program } from '../platform/audit/audit.ts';
import { type Config, readConfig } from '../config.ts';
import { CannotStart, reasonOf } from '../platform/cannot-start.ts';
import { withCommandDatabase } from '../platform/db/command-database.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { makeLink, validHours } from '../accounts/user/password-link.ts';
import { createUser } from '../accounts/user/user.ts';
import { findUserByEmail } from '../accounts/user/user.store.ts';

/* `npm run admin -- --email E`: creates or finds the superAdmin E, and prints a link to set a password. Needs no mail server. */
try {
  const config = readConfig();
  const email = readEmail();
  const link = await withCommandDatabase(config, 'program', async (database) => {
    await prepareDatabase(
      database,
      { ...config, rowSecurity: false, databaseReadUrl: null },
      pino({ level: 'silent' }),
    );
    return makeAdmin(database.db, email, consoleOf(config));
  });
  process.stdout.write(`Set a password within ${validHours.passwordReset} hour, at\n${link}\n`);
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 1;
}

async function makeAdmin(db: Db, email: string, page: URL): Promise<string> {
  return transaction(db, async (db) => {
    const user = await findUserByEmail(db, email);
    if (user && user.role !== 'superAdmin') {
      throw new CannotStart(
        '--email is the address of a user with another role. Delete that user first, or take another address.',
      );
    }
    const userId = user?.id ?? (await createUser(db, { email, passwordHash: null, place: { role: 'superAdmin' } }));
    await audit(db, program, { action: 'user.invited', companyId: null, subject: 'user', subjectId: userId });
    return makeLink(db, userId, page, validHours.passwordReset);
  });
}

function readEmail(): string {
  const { values } = parseArgs({ options: { email: { type: 'string' } }, strict: false });
  const email = Email.safeParse(values.email);
  if (email.success) return email.data;
  throw new CannotStart('Give the e-mail address of the account: npm run admin -- --email you@example.com');
}

function consoleOf({ publicUrl, host, port }: Config): URL {
  if (publicUrl) return publicUrl;
  return new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`);
}
