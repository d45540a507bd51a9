import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { environmentWith } from '../../config.ts';

interface ProcessOptions {
  /** The program and what it is given. */
  command: readonly string[];
  cwd: string;
  settings: Record<string, string>;
  /** Is told each time one is ready, with what it said, and when that one has ended. */
  onReady: (child: ChildProcess, said: string) => void;
  onEnded: () => void;
}

export interface KeptProcess {
  /** Settles when the first one is ready. @throws {Error} with what it said, when the first one ends before that. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

/** Runs a process of the program, and another one whenever it dies, at once and then with growing pauses. */
export function keepProcess(options: ProcessOptions): KeptProcess {
  const stopping = new AbortController();
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  let child: ChildProcess | undefined;
  const running = run();

  async function run() {
    for (let pause = 50; !stopping.signal.aborted; pause = Math.min(pause * 2, 2_000)) {
      const began = performance.now();
      child = start(options, resolve);
      const said = await ended(child);
      options.onEnded();
      reject(new Error(said));
      if (performance.now() - began > 10_000) pause = 50;
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    ready,
    async stop() {
      stopping.abort();
      child?.kill('SIGTERM');
      await running;
    },
  };
}

function start({ command, cwd, settings, onReady }: ProcessOptions, ready: () => void): ChildProcess {
  // The channel carries metrics, some of which are infinite, and tells the process when this one is killed.
  const stdio: ('ignore' | 'pipe' | 'inherit' | 'ipc')[] = ['ignore', 'pipe', 'pipe', 'ipc'];
  const env = environmentWith(settings);
  const child = spawn(process.execPath, command, { cwd, env, stdio, serialization: 'advanced' });
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (!/^Vestibule (is ready|works).*\n/m.test(said)) return;
    onReady(child, said);
    ready();
    child.stdout?.removeAllListeners('data').resume();
  });
  return child;
}

/** Waits for the end of a process. Answers the end of what it said of errors, which goes on to ours as well. */
function ended(child: ChildProcess): Promise<string> {
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-4_000);
    process.stderr.write(text);
  });
  return new Promise((resolve) => {
    child.once('exit', () => resolve(errors.trim())).once('error', (error) => resolve(error.message));
  });
}
