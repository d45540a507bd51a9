import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './workspace.mjs';

/** As many files as run in about a minute. */
const maxFiles = 12;

/** They try all calls, start several programs or read the builds, which takes minutes. They run only if they changed. */
const slow = new Set([
  'apps/server/src/access.test.ts',
  'apps/server/src/forgotten-where.test.ts',
  'apps/server/src/killed.test.ts',
  'apps/server/src/main.test.ts',
  'apps/server/src/primary.test.ts',
  'apps/server/src/processes.test.ts',
  'apps/server/src/three-machines.test.ts',
  'apps/server/src/platform/db/embedded.test.ts',
  'apps/server/src/platform/http/fuzz.test.ts',
  'checks/first-load.test.ts',
]);

const isTest = (/** @type {string} */ file) => /\.test\.tsx?$/.test(file);

/**
 * Selects test files for changed files, the nearest first: changed tests, tests of the same name, tests that import the changed file,
 * tests in its folder, and tests that import a file that imports it.
 * @param {string[]} changed paths from the root
 * @returns {Promise<{ selected: string[], omitted: number }>}
 */
export async function selectTests(changed) {
  const importers = await readImporters();
  const tests = [...importers.files].filter(isTest);
  /** The lowest distance of each test. @type {Map<string, number>} */
  const distances = new Map();
  const note = (/** @type {string} */ test, /** @type {number} */ distance) => {
    if (slow.has(test) && distance > 0) return;
    distances.set(test, Math.min(distance, distances.get(test) ?? distance));
  };
  for (const file of changed) {
    if (isTest(file)) note(file, 0);
    const users = importers.of(file);
    for (const test of tests) {
      const isNear = path.posix.dirname(test) === path.posix.dirname(file);
      if (stemOf(test) === stemOf(file) && (isNear || users.has(test))) note(test, 1);
      else if (users.has(test)) note(test, 2);
      else if (isNear) note(test, 3);
    }
    for (const user of users) for (const test of importers.of(user)) if (isTest(test)) note(test, 4);
  }
  const ranked = [...distances].toSorted(([, one], [, other]) => one - other).map(([test]) => test);
  const own = ranked.filter((test) => distances.get(test) === 0).length;
  const selected = ranked.slice(0, Math.max(own, maxFiles));
  return { selected, omitted: ranked.length - selected.length };
}

/**
 * `visit.test.ts`, `visit.ts`, `visit.store.ts` and `visit.routes.ts` have the same.
 * @param {string} file
 */
function stemOf(file) {
  return path.posix.basename(file).split('.')[0];
}

/** Reads which file imports which. */
async function readImporters() {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z', 'apps', 'packages', 'checks'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const files = new Set(listed.split('\0').filter((file) => /\.tsx?$/.test(file) && existsSync(path.join(root, file))));
  /** @type {Map<string, Set<string>>} */
  const importers = new Map();
  await Promise.all(
    [...files].map(async (file) => {
      const source = await readFile(path.join(root, file), 'utf8');
      for (const [, specifier = ''] of source.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)) {
        const imported = resolveImport(file, specifier);
        if (imported === undefined) continue;
        const users = importers.get(imported) ?? new Set();
        importers.set(imported, users.add(file));
      }
    }),
  );
  return { files, of: (/** @type {string} */ file) => importers.get(file) ?? new Set() };
}

/**
 * Returns the path from the root, or undefined for a package of the registry.
 * @param {string} file
 * @param {string} specifier
 */
function resolveImport(file, specifier) {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
  const [, name, rest] = /^@vestibule\/(\w+)\/(.+)$/.exec(specifier) ?? [];
  return name && rest ? `packages/${name}/src/${rest}` : undefined;
}
