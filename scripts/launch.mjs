import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { projectNode, root } from './workspace.mjs';

/**
 * Environment of the server. The compile cache saves 20 MB. With the threshold the C library returns 19 MB after each password hash, and
 * with two arenas it keeps 2 MB less for threads.
 */
export const savingMemory = {
  NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node'),
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_ARENA_MAX: '2',
};

/**
 * Runs a program with the project's Node and exits as it does.
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

  // The channel closes if this process is killed.
  const stdio = /** @type {const} */ (['inherit', 'inherit', 'inherit', 'ipc']);
  const child = spawn(projectNode, program, { cwd: root, env: { ...savingMemory, ...process.env }, stdio: [...stdio] });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => process.exit(code ?? (signal ? 128 + constants.signals[signal] : 1)));
}
