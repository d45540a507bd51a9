import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// These scripts run on the machine's Node, 20 or newer, without node_modules.

export const root = fileURLToPath(new URL('..', import.meta.url));

export const projectNode = path.join(root, 'node_modules/node/bin/node');

/** The server can collect the garbage of its start. Rows of a list live longer than small semi-spaces: with 16 MB a list takes a tenth more time. */
export const server = ['--expose-gc', '--max-semi-space-size=32', 'apps/server/src/main.ts'];

/**
 * Runs a command at the root.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, isQuiet?: boolean }} [options] quiet: shows output only on failure
 */
export async function run(command, args, { env = {}, isQuiet = false } = {}) {
  if (!isQuiet) return ended(start(command, args, env, 'inherit'));
  const { succeeded, output } = await runAside(command, args, env);
  if (!succeeded) process.stderr.write(output);
  return succeeded;
}

/**
 * Runs a command and returns its output.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<{ succeeded: boolean, output: string }>}
 */
export async function runAside(command, args, env = {}) {
  const child = start(command, args, env, 'pipe');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text;
    });
  }
  return { succeeded: await ended(child), output };
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {'inherit' | 'pipe'} output
 */
function start(command, args, env, output) {
  const bin = path.join(root, 'node_modules/.bin');
  return spawn(command, args, {
    cwd: root,
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}`, ...env },
    stdio: ['ignore', output, output],
    shell: process.platform === 'win32',
  });
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<boolean>}
 */
function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve(code === 0));
  });
}
