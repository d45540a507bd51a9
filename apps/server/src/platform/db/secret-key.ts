import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotStart, reasonOf } from '../cannot-start.ts';
import { createVault, type Vault } from './sealed.ts';

export interface KeySettings {
  /** null: the key in `dataDir`. */
  secretKey: string | null;
  previousSecretKeys: readonly string[];
  dataDir: string;
}

/**
 * The vault of the settings. Without a SECRET_KEY the key is the one in the data folder's file `secret.key`, which is made when
 * there is none; only the user that the program runs as may read it.
 * @throws {CannotStart} when the file can neither be read nor made.
 */
export async function openVault({ secretKey, previousSecretKeys, dataDir }: KeySettings): Promise<Vault> {
  return createVault(secretKey ?? (await keptKey(dataDir)), previousSecretKeys);
}

/** The key that the program keeps in its folder; null where it has never made one. */
export async function readKeptKey(dataDir: string): Promise<string | null> {
  const kept = await readFile(keyFile(dataDir), 'utf8').catch(() => null);
  return kept && kept.trim();
}

/** Puts a key back that was kept before. @throws {CannotStart} when there is another one already. */
export async function putBackKey(dataDir: string, key: string): Promise<void> {
  const kept = await readKeptKey(dataDir);
  if (kept === key) return;
  if (kept !== null)
    throw new CannotStart(`${keyFile(dataDir)} is another key than the one to put back. Move it away.`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(keyFile(dataDir), `${key}\n`, { mode: 0o600, flag: 'wx' });
}

function keyFile(dataDir: string): string {
  return join(dataDir, 'secret.key');
}

async function keptKey(dataDir: string): Promise<string> {
  const file = keyFile(dataDir);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const kept = (await readFile(file, 'utf8').catch(() => makeKey(file))).trim();
    if (kept.length >= 32) return kept;
  } catch (error) {
    throw new CannotStart(`SECRET_KEY is not set, and none can be kept in DATA_DIR (${reasonOf(error)}).`);
  }
  throw new CannotStart(`SECRET_KEY is not set, and ${file} is damaged. Put its copy back.`);
}

/** Two processes that start at once end with one key: a link is never made over another. */
async function makeKey(file: string): Promise<string> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  try {
    await link(draft, file).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(file, 'utf8');
}
