import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { run, runAside } from './workspace.mjs';

/** How each step ended, in the order in which they did. @type {string[]} */
const lines = [];

// Every step runs, so that one run shows all failures.
if (await step('install', attempt(ensureInstalled))) {
  const check = timed(() => runAside('npm', ['run', 'check']));
  await step('build', attempt(ensureBuilt));
  await step('vitest', () => run('vitest', ['run']));
  // Tests start beside the check. Its output follows theirs.
  const { result, seconds } = await check;
  heading('check');
  process.stdout.write(result.output);
  conclude('check', result.succeeded, seconds);
  await step('e2e', () => run('npm', ['run', 'e2e']));
}
console.log(`\n${lines.join('\n')}`);

/**
 * @param {string} name
 * @param {() => Promise<boolean>} work
 */
async function step(name, work) {
  heading(name);
  const { result, seconds } = await timed(work);
  conclude(name, result, seconds);
  return result;
}

/** @param {string} name */
function heading(name) {
  console.log(`\n— ${name}`);
}

/**
 * @param {string} name
 * @param {boolean} passed
 * @param {number} seconds
 */
function conclude(name, passed, seconds) {
  if (!passed) process.exitCode = 1;
  lines.push(`${passed ? 'passed' : 'FAILED'}  ${name.padEnd(8)} ${seconds.toFixed(1)} s`);
}

/**
 * @template Result
 * @param {() => Promise<Result>} work
 */
async function timed(work) {
  const start = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - start) / 1000 };
}

/** @param {() => Promise<void>} work */
function attempt(work) {
  return async () => {
    try {
      await work();
      return true;
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      return false;
    }
  };
}
