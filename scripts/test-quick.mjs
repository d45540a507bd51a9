import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled } from './install.mjs';
import { root, run } from './workspace.mjs';

// Checks what changed since main: types of everything, lint of the changed files, and the tests in their folders. `npm test` runs the rest.
await ensureInstalled();
const changed = changedFiles().filter((file) => /\.(m?[jt]s|tsx)$/.test(file));
const folders = [
  ...new Set(changed.filter((file) => /^(apps|packages|checks)\//.test(file)).map((file) => path.posix.dirname(file))),
];

const results = await Promise.all([
  run('tsc', ['-b', '--checkers', '1']),
  changed.length === 0 || run('oxlint', ['--deny-warnings', ...changed]),
]);
// After the types: the first-load tests read builds, which only `npm test` makes.
if (folders.length > 0) {
  results.push(
    await run('vitest', [
      'run',
      '--passWithNoTests',
      '--exclude',
      'checks/first-load.test.ts',
      ...folders.map((folder) => `${folder}/`),
    ]),
  );
}
if (results.includes(false)) process.exitCode = 1;

/** Files that differ from the last commit shared with main, committed or not, without those deleted. */
function changedFiles() {
  const base = git('merge-base', 'HEAD', 'main').trim();
  const tracked = git('diff', '--name-only', '--diff-filter=d', '-z', base);
  const untracked = git('ls-files', '--others', '--exclude-standard', '-z');
  return [...new Set([...tracked.split('\0'), ...untracked.split('\0')])].filter((file) => file !== '');
}

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
}
