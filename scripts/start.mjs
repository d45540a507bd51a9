import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { projectNode, root, server } from './workspace.mjs';

try {
  await ensureInstalled();
  await ensureBuilt();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

// Without its cache Node strips the types again at each start, and keeps what it needs for that: 20 MB.
const env = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node'), ...process.env };
// The channel says nothing; it tells the app when this process is killed.
const stdio = /** @type {const} */ (['inherit', 'inherit', 'inherit', 'ipc']);
const app = spawn(projectNode, server, { cwd: root, env, stdio: [...stdio] });
// The app finishes what it is doing and ends; this process waits for it and ends in the same way.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => app.kill(signal));
app.once('exit', (code, signal) => process.exit(code ?? (signal ? 128 + constants.signals[signal] : 1)));
