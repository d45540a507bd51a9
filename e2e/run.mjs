import { ensureInstalled } from '../scripts/install.mjs';
import { run } from '../scripts/workspace.mjs';

try {
  await ensureInstalled();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
const passed = await run('playwright', ['test', '--config', 'e2e', ...process.argv.slice(2)]);
process.exit(passed ? 0 : 1);
