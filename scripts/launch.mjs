import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { projectNode, root } from './workspace.mjs';

/**
 * Prepares, and then runs a program with the project's Node until it ends. Exits in the same way.
 * @param {string[]} program
 * @param {() => Promise<void>} prepare
 */
export async function launch(program, prepare) {
  try {
    await prepare();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }

  // Without its cache Node strips the types again at each start, and keeps what it needs for that: 20 MB.
  // The memory for hashing a password, 19 MB, goes back when it is hashed: by itself the C library keeps it, up to 80 MB.
  const env = {
    NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node'),
    MALLOC_MMAP_THRESHOLD_: '1048576',
    ...process.env,
  };
  // No messages: a closed channel tells the program that this process was killed.
  const stdio = /** @type {const} */ (['inherit', 'inherit', 'inherit', 'ipc']);
  const child = spawn(projectNode, program, { cwd: root, env, stdio: [...stdio] });
  // The program finishes its work first.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => process.exit(code ?? (signal ? 128 + constants.signals[signal] : 1)));
}
