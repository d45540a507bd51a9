import { spawn } from 'node:child_process';
import { ensureInstalled } from './install.mjs';
import { projectNode, root } from './workspace.mjs';

// The server, started again when its sources change, and beside it the console, which reloads as somebody types.
await ensureInstalled();
const port = process.env.PORT ?? '3000';
const env = { ...process.env, PORT: port, VESTIBULE_API: `http://127.0.0.1:${port}` };
const options = /** @type {const} */ ({ cwd: root, env, stdio: 'inherit' });
const children = [
  spawn(projectNode, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], options),
  spawn(
    projectNode,
    ['node_modules/vite/bin/vite.js', 'apps/console', '--config', 'apps/console/vite.config.ts'],
    options,
  ),
];

const stop = () => children.forEach((child) => child.kill('SIGTERM'));
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, stop);
// One without the other is of no use.
for (const child of children) child.once('exit', stop);
