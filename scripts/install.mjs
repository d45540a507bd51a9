import { access, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { projectNode, root, run } from './workspace.mjs';

/**
 * Groups of packages that `npm start` can do without, by npm's names: `dev` are tools and tests, `peer` are the clients of S3, Azure and
 * OpenTelemetry.
 * @typedef {'dev' | 'peer'} Group
 */

export async function ensureInstalled() {
  await ensureInstalledWithout([]);
}

/** Installs what `npm start` needs. Removes no other package. */
export async function ensureStartInstalled() {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: collector = '', STORAGE_URL: storage = '' } = process.env;
  const usesClients = collector !== '' || /^(azure|s3):/.test(storage);
  await ensureInstalledWithout(usesClients ? ['dev'] : ['dev', 'peer']);
}

/** @param {Group[]} groups */
async function ensureInstalledWithout(groups) {
  if (await isInstalledWithout(groups)) return;
  console.log('Installing the packages, which can take a few minutes …');
  // `npm ci` removes packages that it does not install, so a development checkout gets all.
  const omitted = (await hasTools()) ? [] : groups;
  // NODE_ENV=production or user configuration could omit a group.
  const flags = /** @type {const} */ (['dev', 'peer']).map(
    (group) => `--${omitted.includes(group) ? 'omit' : 'include'}=${group}`,
  );
  const succeeded = await run('npm', ['ci', ...flags, '--loglevel=error']);
  if (!succeeded) throw new Error('The packages were not installed.');
  // Saves 67 MB of C headers. The hard link of `node` keeps the binary.
  await rm(path.join(root, 'node_modules/node/node_modules'), { recursive: true, force: true });
  if (await isInstalledWithout(groups)) return;
  throw new Error(
    `npm left ${projectNode} out. It must be allowed to run the install scripts (npm config get ignore-scripts).`,
  );
}

/**
 * Compares lockfiles, so that every way to install counts.
 * @param {Group[]} groups
 */
async function isInstalledWithout(groups) {
  try {
    await access(projectNode);
    const wanted = await packagesIn('package-lock.json');
    const present = await packagesIn('node_modules/.package-lock.json');
    return Object.entries(wanted).every(([folder, wantedPackage]) => {
      const { version, integrity, optional, devOptional } = wantedPackage;
      const found = present[folder];
      if (found) return found.version === version && found.integrity === integrity;
      return groups.some((group) => wantedPackage[group]) || (optional ?? devOptional ?? false);
    });
  } catch {
    return false;
  }
}

async function hasTools() {
  const present = await packagesIn('node_modules/.package-lock.json').catch(() => ({}));
  return Object.values(present).some(({ dev }) => dev);
}

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, dev?: boolean, peer?: boolean }} Package */

/** @param {string} file */
async function packagesIn(file) {
  /** @type {unknown} */
  const lockfile = JSON.parse(await readFile(path.join(root, file), 'utf8'));
  if (!isLockfile(lockfile)) throw new Error(`${file} is no lockfile.`);
  // npm does not list the root as installed.
  delete lockfile.packages[''];
  return lockfile.packages;
}

/**
 * @param {unknown} value
 * @returns {value is { packages: Record<string, Package> }}
 */
function isLockfile(value) {
  return typeof value === 'object' && value !== null && 'packages' in value;
}
