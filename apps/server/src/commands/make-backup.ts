import { parseArgs } from 'node:util';
import { makeBackup } from '../platform/backup/backup.ts';
import { readConfig } from '../config.ts';
import { CannotStart, reasonOf } from '../platform/cannot-start.ts';
import { withCommandDatabase } from '../platform/db/command-database.ts';

/* `npm run backup -- --to FILE OR FOLDER`: makes a backup while the program runs. Exits with 1, and without a file, on failure. */
try {
  const config = readConfig();
  const to = readTo();
  const made = await withCommandDatabase(config, 'owner', (database) => makeBackup(database, config, to));
  process.stdout.write(
    `${made.path}\n${made.rows} rows and ${made.files} files in ${made.bytes} bytes, read again and whole\n`,
  );
  if (made.missing > 0) process.stderr.write(`${made.missing} files of images are missing in the storage.\n`);
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 1;
}

function readTo(): string {
  const { values } = parseArgs({ options: { to: { type: 'string' } }, strict: false });
  if (typeof values.to === 'string' && values.to !== '') return values.to;
  throw new CannotStart('Give the target of the backup: npm run backup -- --to /mnt/backups');
}
