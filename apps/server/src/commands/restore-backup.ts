import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { type Restored, restore } from '../platform/backup/restore.ts';
import { readConfig } from '../config.ts';
import { type Settled, settle } from '../operation/clean-up/settle.ts';
import '../wiring.ts';
import { CannotStart, reasonOf } from '../platform/cannot-start.ts';

/*
 * `npm run restore -- --from FILE`: restores a backup into an empty DATA_DIR or DATABASE_URL. Exits with 1 on failure, and with 2 if the
 * restored audit log is broken.
 */
try {
  const restored = await restore(readConfig(), readFrom(), { log: pino({ level: 'silent' }), settle });
  process.stdout.write(`${describe(restored).join('\n')}\n`);
  if (restored.broken > 0) process.exitCode = 2;
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 1;
}

function describe({ madeAt, rows, files, forgotten, proven, broken, canUnseal }: Restored & Settled): string[] {
  const lines = [
    `Restored what was there at ${madeAt}: ${rows} rows and ${files} files`,
    `Forgotten, because their time is over: ${forgotten.visits} visits and ${forgotten.visitors} visitors`,
    `Links of the audit log that hold: ${proven}`,
  ];
  if (broken > 0) lines.push(`Chains of the audit log that are broken: ${broken} (npm run audit:prove says where)`);
  if (!canUnseal) {
    lines.push(
      'SECRET_KEY is not the key of this backup: directories have to be connected again. Is there an older key?',
    );
  }
  return lines;
}

function readFrom(): string {
  const { values } = parseArgs({ options: { from: { type: 'string' } }, strict: false });
  if (typeof values.from === 'string' && values.from !== '') return values.from;
  throw new CannotStart('Give the file of the backup: npm run restore -- --from /mnt/backups/vestibule-….tar.gz.age');
}
