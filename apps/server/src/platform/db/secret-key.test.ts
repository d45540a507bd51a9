import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../testing/folder.ts';
import { openVault } from './secret-key.ts';

async function dataFolder() {
  const dataDir = await testFolder();
  onTestFinished(() => rm(dataDir, { recursive: true }));
  return { secretKey: null, previousSecretKeys: [], dataDir };
}

test('creates and keeps a key that only its owner can read', async () => {
  const settings = await dataFolder();
  const sealed = (await openVault(settings)).seal('a', 'text');
  expect((await openVault(settings)).open('a', sealed)).toBe('text');
  expect((await stat(join(settings.dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
});

test('starts at the same moment use one key', async () => {
  const settings = await dataFolder();
  const vaults = await Promise.all(Array.from({ length: 8 }, () => openVault(settings)));
  for (const one of vaults) for (const other of vaults) expect(other.open('a', one.seal('a', 'text'))).toBe('text');
  expect(await readdir(settings.dataDir)).toEqual(['secret.key']);
});

test('uses a key from the settings and creates no file', async () => {
  const settings = { ...(await dataFolder()), secretKey: 'a secret of its own, of over 32 letters' };
  const sealed = (await openVault(settings)).seal('a', 'text');
  expect((await openVault(settings)).open('a', sealed)).toBe('text');
  expect(await readdir(settings.dataDir)).toEqual([]);
});

test('a damaged file stops the start and stays unchanged', async () => {
  const settings = await dataFolder();
  const file = join(settings.dataDir, 'secret.key');
  await writeFile(file, '');
  await chmod(file, 0o600);
  await expect(openVault(settings)).rejects.toThrow(/^SECRET_KEY is not set, and .*secret\.key is damaged/);
  expect(await readFile(file, 'utf8')).toBe('');
});
