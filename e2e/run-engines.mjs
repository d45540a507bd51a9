import { ensureInstalled } from '../scripts/install.mjs';
import { run } from '../scripts/workspace.mjs';

await ensureInstalled();
const { findEngines } = await import('./engines/engines.ts');
const { installed, missing } = findEngines();
for (const { name } of installed) process.stdout.write(`Found ${name}.\n`);
for (const name of missing) process.stdout.write(`Not installed: ${name}.\n`);
if (installed.length === 0) process.stdout.write('No other browser engine is installed, so nothing was tested.\n');
else if (!(await run('playwright', ['test', '--config', 'e2e/engines', ...process.argv.slice(2)])))
  process.exitCode = 1;
