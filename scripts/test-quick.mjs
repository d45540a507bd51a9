import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled } from './install.mjs';
import { root, run } from './workspace.mjs';

// Checks changes since main: all types, changed files' lint, and their folders' tests.
await ensureInstalled();
const changed = changedFiles().filter((file) => /\.(m?[jt]s|tsx)$/.test(file));
const folders = [
  ...new Set(changed.filter((file) => /^(apps|packages|checks)\//.test(file)).map((file) => path.posix.dirname(file))),
];

const results = await Promise.all([
  run('tsc', ['-b', '--checkers', '1']),
  changed.length === 0 || run('oxlint', ['--deny-warnings', ...changed]),
]);
// Only `npm test` makes the builds that this test reads.
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
