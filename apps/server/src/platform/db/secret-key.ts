import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotStart, reasonOf } from '../cannot-start.ts';
import { createVault, type Vault } from './sealed.ts';

export interface KeySettings {
  secretKey: string | null;
  previousSecretKeys: readonly string[];
  dataDir: string;
}

/**
 * Opens the vault. Without a SECRET_KEY it uses or creates `secret.key` in the data folder, readable for the program's user only.
 * @throws {CannotStart} if the file can neither be read nor created
 */
export async function openVault({ secretKey, previousSecretKeys, dataDir }: KeySettings): Promise<Vault> {
  return createVault(secretKey ?? (await keptKey(dataDir)), previousSecretKeys);
}

export async function readKeptKey(dataDir: string): Promise<string | null> {
  const kept = await readFile(keyFile(dataDir), 'utf8').catch(() => null);
  return kept && kept.trim();
}

export async function putBackKey(dataDir: string, key: string): Promise<void> {
  const kept = await readKeptKey(dataDir);
  if (kept === key) return;
  if (kept !== null)
    throw new CannotStart(`${keyFile(dataDir)} has another key than the one to restore. Move it away.`);
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
    throw new CannotStart(`SECRET_KEY is not set, and no key can be stored in DATA_DIR (${reasonOf(error)}).`);
  }
  throw new CannotStart(`SECRET_KEY is not set, and ${file} is damaged. Restore it from a copy.`);
}

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
