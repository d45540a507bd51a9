import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotStart } from '../../cannot-start.ts';
import { startMark } from './processes.ts';

/**
 * Takes the data folder for this process until `release`, or until the process ends however it ends.
 * @throws {CannotStart} naming the process that has it.
 */
export async function lockFolder(dataDir: string): Promise<{ release: () => Promise<void> }> {
  const file = lockFile(dataDir);
  const ours = `${process.pid} ${await startMark(process.pid)}`;
  while (!(await isCreated(file, ours))) {
    await refuseWhenHeld(dataDir);
    await rm(file, { force: true });
    // Of two starts that both clear away a dead one's file, the slower would remove the quicker's: let that one be seen.
    await sleep(20);
  }
  await sleep(20);
  if ((await readLock(dataDir)) !== ours) await refuseWhenHeld(dataDir);
  return { release: () => rm(file, { force: true }) };
}

/** The process that has the folder, or undefined when it has ended. */
async function folderHolder(dataDir: string): Promise<number | undefined> {
  const [pid, mark] = (await readLock(dataDir)).split(' ');
  if (!pid) return undefined;
  // The number alone is not enough: another process may have got it since.
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
