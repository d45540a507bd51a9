import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectNode, root, run } from './workspace.mjs';

/** Installs the packages unless those of the lockfile are there already. */
export async function ensureInstalled() {
  if (await isInstalled()) return;
  console.log('Installing the packages, which can take a few minutes …');
  // The build needs the development packages in production too.
  const succeeded = await run('npm', ['ci', '--include=dev', '--loglevel=error']);
  if (!succeeded) throw new Error('The packages were not installed.');
  if (await isInstalled()) return;
  throw new Error(
    `npm left ${projectNode} out. It must be allowed to run the install scripts (npm config get ignore-scripts).`,
  );
}

/** Compares the lockfile with the one that npm keeps of what it really installed, so that any way to install counts. */
async function isInstalled() {
  try {
    await access(projectNode);
    const wanted = await packagesIn('package-lock.json');
    const present = await packagesIn('node_modules/.package-lock.json');
    return Object.entries(wanted).every(([folder, { version, integrity, optional, devOptional }]) => {
      const found = present[folder];
      return found ? found.version === version && found.integrity === integrity : (optional ?? devOptional ?? false);
    });
  } catch {
    return false;
  }
}

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} Package */

/** @param {string} file */
async function packagesIn(file) {
  /** @type {unknown} */
  const lockfile = JSON.parse(await readFile(path.join(root, file), 'utf8'));
  if (!isLockfile(lockfile)) throw new Error(`${file} is no lockfile.`);
  // The root itself is not among what npm lists as installed.
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
