import { createHash } from 'node:crypto';
import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root, run } from './workspace.mjs';

export async function ensureBuilt() {
  for (const app of ['console', 'kiosk', 'visitor']) await ensureAppBuilt(app);
}

/** @param {string} app */
export function sourcesOf(app) {
  return [
    `apps/${app}`,
    'packages',
    'scripts/vite-plugins.ts',
    'package-lock.json',
    'tsconfig.base.json',
    'tsconfig.browser.json',
  ];
}

/** @param {string} app */
async function ensureAppBuilt(app) {
  const stamp = path.join(root, 'node_modules/.cache/vestibule', `${app}.built`);
  const sources = await hashOf(sourcesOf(app));
  const isBuilt = await exists(path.join(root, 'apps', app, 'dist/index.html'));
  if (isBuilt && (await readFile(stamp, 'utf8').catch(() => '')) === sources) return;

  console.log(`Building the ${app} …`);
  const succeeded = await run('npm', ['run', 'build', '--workspace', `@vestibule/${app}`], {
    isQuiet: true,
    env: { NODE_ENV: 'production' },
  });
  if (!succeeded) throw new Error(`The ${app} could not be built.`);
  await mkdir(path.dirname(stamp), { recursive: true });
  await writeFile(stamp, sources);
}

/**
 * Hashes all sources except tests.
 * @param {string[]} paths
 */
async function hashOf(paths) {
  const hash = createHash('sha256');
  for (const start of paths) {
    for await (const file of filesUnder(start)) hash.update(`${file}\0`).update(await readFile(path.join(root, file)));
  }
  return hash.digest('hex');
}

/**
 * @param {string} start
 * @returns {AsyncGenerator<string>}
 */
async function* filesUnder(start) {
  const entries = await readdir(path.join(root, start), { withFileTypes: true }).catch(() => undefined);
  if (!entries) {
    yield start;
    return;
  }
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (['node_modules', 'dist'].includes(entry.name) || /\.test\.tsx?$/.test(entry.name)) continue;
    yield* filesUnder(`${start}/${entry.name}`);
  }
}

/** @param {string} file */
async function exists(file) {
  return access(file).then(
    () => true,
    () => false,
  );
}
