import { chmod, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { folderHolder } from '../db/embedded/folder-lock.ts';
import { stopPostgres } from '../db/embedded/postmaster.ts';
import { type Embedded, startEmbedded } from '../db/embedded.ts';

const prefix = 'vestibule-test-';

/** A PostgreSQL of the test run's own, as the program starts it but without durability. `stop` leaves nothing behind. */
export async function startTestPostgres(): Promise<Embedded> {
  await sweepAbandoned();
  const dataDir = await testFolder();
  const remove = () => rm(dataDir, { recursive: true });
  try {
    const { connection, stop } = await startEmbedded({ dataDir, log: pino({ level: 'error' }), durable: false });
    return { connection, stop: () => stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** A new folder under the system's temporary one, which the user that PostgreSQL runs as may enter. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), prefix));
  await chmod(folder, 0o711);
  return folder;
}

/** Ends and removes what test runs left behind that were killed before they could do it themselves. */
async function sweepAbandoned() {
  const tmp = await realpath(tmpdir());
  const folders = (await readdir(tmp)).filter((entry) => entry.startsWith(prefix)).map((entry) => join(tmp, entry));
  for (const folder of folders) {
    // Nobody holds it for a while after it was made, and while a test stops and starts in it. Another run may be there.
    const { mtimeMs } = await stat(folder);
    const mayBeInUse = Date.now() - mtimeMs < 10 * 60_000;
    if (mayBeInUse || (await folderHolder(folder)) !== undefined) continue;
    await stopPostgres(join(folder, 'postgres'));
    await rm(folder, { recursive: true, force: true });
  }
}
