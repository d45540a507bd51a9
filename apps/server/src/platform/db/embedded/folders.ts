import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotStart } from '../../cannot-start.ts';
import { type Account, folderInTheWay } from './account.ts';
import { port } from './postmaster.ts';
import { startMark } from './processes.ts';

/** A socket's path has at most 107 bytes. */
const maxSocketDirBytes = 107 - `/.s.PGSQL.${port}`.length;

export async function prepareDataDir(dataDir: string, account: Account): Promise<string> {
  const made = await makeFolders(dataDir);
  if (account.isLent) for (const folder of made) await chmod(folder, 0o711);
  else if (made.includes(dataDir)) await chmod(dataDir, 0o700);
  const real = await realpath(dataDir);
  if (account.isLent) await closeToOthers(real, account);
  const blocked = account.isLent ? await folderInTheWay(real, account) : undefined;
  if (blocked === undefined) return real;
  throw new CannotStart(
    `DATA_DIR ${dataDir} cannot be reached: as root the database runs as ${account.name}, who may not enter ${blocked}. ` +
      `Allow it (chmod o+x ${blocked}) or choose another DATA_DIR.`,
  );
}

/** Lets only root and the account enter a folder that others could enter. The picture decoder is another user. */
async function closeToOthers(folder: string, account: Account): Promise<void> {
  const { mode, uid } = await stat(folder);
  if (uid !== 0 || (mode & 0o777) !== 0o711) return;
  await chown(folder, 0, account.gid);
  await chmod(folder, 0o710);
}

async function makeFolders(folder: string): Promise<string[]> {
  if (existsSync(folder)) return [];
  const above = await makeFolders(dirname(folder));
  await mkdir(folder);
  return [...above, folder];
}

export async function prepareSocketDir(clusterDir: string, account: Account): Promise<string> {
  if (Buffer.byteLength(clusterDir) <= maxSocketDirBytes) return clusterDir;
  const name = `vestibule-${createHash('sha256').update(clusterDir).digest('hex').slice(0, 16)}`;
  const inTmp = join(tmpdir(), name);
  const socketDir = Buffer.byteLength(inTmp) <= maxSocketDirBytes ? inTmp : join('/tmp', name);
  if (await mkdir(socketDir, { recursive: true, mode: 0o700 })) {
    if (account.isLent) await chown(socketDir, account.uid, account.gid);
  }
  const found = await lstat(socketDir);
  if (found.isDirectory() && found.uid === account.uid && (found.mode & 0o077) === 0) return socketDir;
  throw new CannotStart(
    `DATA_DIR ${clusterDir} is too long a path for a socket, and ${socketDir} is not ours alone. Remove it.`,
  );
}

export async function lockFolder(dataDir: string): Promise<{ release: () => Promise<void> }> {
  const file = lockFile(dataDir);
  const ours = `${process.pid} ${await startMark(process.pid)}`;
  while (!(await isCreated(file, ours))) {
    await refuseWhenHeld(dataDir);
    await rm(file, { force: true });
    // Two starts may both remove the file of an ended process. The pause lets the slower one see the other's file.
    await sleep(20);
  }
  await sleep(20);
  if ((await readLock(dataDir)) !== ours) await refuseWhenHeld(dataDir);
  return { release: () => rm(file, { force: true }) };
}

async function folderHolder(dataDir: string): Promise<number | undefined> {
  const [pid, mark] = (await readLock(dataDir)).split(' ');
  if (!pid) return undefined;
  return (await startMark(Number(pid))) === mark ? Number(pid) : undefined;
}

async function refuseWhenHeld(dataDir: string) {
  const pid = await folderHolder(dataDir);
  if (pid === undefined) return;
  throw new CannotStart(
    `DATA_DIR ${dataDir} is in use by process ${pid}. Stop that one first, or give this one a DATA_DIR of its own.`,
  );
}

async function isCreated(file: string, text: string) {
  try {
    await writeFile(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function readLock(dataDir: string) {
  return readFile(lockFile(dataDir), 'utf8').catch(() => '');
}

function lockFile(dataDir: string) {
  return join(dataDir, 'vestibule.pid');
}
