import { spawn } from 'node:child_process';
import { freePort } from './free-port.mjs';
import { ensureInstalled } from './install.mjs';
import { projectNode, root } from './workspace.mjs';

// Restarts the server and reloads both apps on changes. Both apps share the origin of the console.
await ensureInstalled();
const port = process.env.PORT ?? '3000';
const kioskPort = String(await freePort());
const env = {
  ...process.env,
  PORT: port,
  VESTIBULE_API: `http://127.0.0.1:${port}`,
  VESTIBULE_KIOSK: `http://127.0.0.1:${kioskPort}`,
};
const options = /** @type {const} */ ({ cwd: root, env, stdio: 'inherit' });
/** @param {string} app @param {string[]} more */
const serve = (app, ...more) =>
  spawn(
    projectNode,
    ['node_modules/vite/bin/vite.js', `apps/${app}`, '--config', `apps/${app}/vite.config.ts`, ...more],
    options,
  );
const children = [
  spawn(projectNode, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], options),
  serve('console'),
  serve('kiosk', '--host', '127.0.0.1', '--port', kioskPort, '--strictPort', '--logLevel', 'warn'),
];

const stop = () => children.forEach((child) => child.kill('SIGTERM'));
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, stop);
for (const child of children) child.once('exit', stop);
