import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { run } from './workspace.mjs';

// Every step runs even when an earlier one failed, so that one run shows all that is wrong.
const steps = {
  install: attempt(ensureInstalled),
  check: () => run('npm', ['run', 'check']),
  build: attempt(ensureBuilt),
  vitest: () => run('vitest', ['run']),
  e2e: () => run('npm', ['run', 'e2e']),
};

const lines = [];
for (const [name, step] of Object.entries(steps)) {
  console.log(`\n— ${name}`);
  const start = performance.now();
  const passed = await step();
  if (!passed) process.exitCode = 1;
  lines.push(`${passed ? 'passed' : 'FAILED'}  ${name.padEnd(8)} ${((performance.now() - start) / 1000).toFixed(1)} s`);
  if (name === 'install' && !passed) break;
}
console.log(`\n${lines.join('\n')}`);

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
