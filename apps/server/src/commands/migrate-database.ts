import { readConfig } from '../config.ts';
import { CannotStart, reasonOf } from '../platform/cannot-start.ts';
import { withCommandDatabase } from '../platform/db/command-database.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { openLog } from '../platform/http/log.ts';

/* `npm run migrate`: migrates the schema as the user of MIGRATION_DATABASE_URL, so that the program does not need the owner's password. */
try {
  const config = readConfig();
  await withCommandDatabase(config, 'program', (database) =>
    prepareDatabase(database, { ...config, databaseReadUrl: null }, openLog(config.logLevel)),
  );
  process.stdout.write('The schema is up to date.\n');
} catch (error) {
  const text =
    error instanceof CannotStart || !(error instanceof Error) ? reasonOf(error) : (error.stack ?? error.message);
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
