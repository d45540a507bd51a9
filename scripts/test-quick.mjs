import { execFileSync } from 'node:child_process';
import { ensureInstalled } from './install.mjs';
import { selectTests } from './related-tests.mjs';
import { root, run, runAside } from './workspace.mjs';

// Checks changes since main: all types, changed files' lint, and the tests nearest to them. A quiet machine takes at most 90 s.
await ensureInstalled();
const changed = changedFiles().filter((file) => /\.(m?[jt]s|tsx)$/.test(file));
const { selected, omitted } = await selectTests(changed);

// Types and lint use one processor, while tests start PostgreSQL and wait for it.
const checks = [runAside('tsc', ['-b', '--checkers', '1'])];
if (changed.length > 0) checks.push(runAside('oxlint', ['--deny-warnings', ...changed]));
let hasFailed = selected.length > 0 && !(await run('vitest', ['run', ...selected]));
for (const { succeeded, output } of await Promise.all(checks)) {
  if (!succeeded) hasFailed = true;
  process.stdout.write(output);
}
if (omitted > 0) console.log(`Left out ${omitted} more test files that use the changed code: npm test runs them.`);
if (hasFailed) process.exitCode = 1;

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
