import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/* Starts the decoder with few rights: as another user, without a network, and without the folders of the program. */

export interface Protections {
  isOtherUser: boolean;
  hasNoNetwork: boolean;
  hasNoFolders: boolean;
}

export const Rights = z.object({
  uid: z.number().nullable(),
  networkNamespace: z.string().nullable(),
  hasInterface: z.boolean(),
  foldersInReach: z.array(z.string()),
});
export type Rights = z.output<typeof Rights>;

const Ready = Rights.extend({ is: z.literal('ready') });

type Launch = (script: string) => ChildProcess;

/** Debian reserves 65000 to 65533 (Debian Policy 9.2.2), so no account uses it. */
const unusedId = 65_533;

const startTimeoutMs = 20_000;

const environment = { MALLOC_ARENA_MAX: '2', PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };

const hideFolders = [
  'while [ "$1" != -- ]; do mount -t tmpfs -o mode=000,ro none "$1" || exit 1; shift; done; shift',
  'exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all -- "$@"',
].join('\n');

let folders: readonly string[] = [];
let chosen: Promise<{ launch: Launch; rights: Rights }> | undefined;

/**
 * Sets folders that decoders may not enter, and tests which isolation the system allows.
 * @returns the remaining rights.
 * @throws if no decoder starts.
 */
export async function protectFolders(privateFolders: readonly string[]): Promise<Rights> {
  folders = privateFolders;
  chosen = undefined;
  const { rights } = await choose();
  return rights;
}

export async function startDecoder(script = join(import.meta.dirname, 'decoder.ts')): Promise<ChildProcess> {
  const { launch } = await choose();
  const decoder = launch(script);
  if (await hearReady(decoder)) return decoder;
  decoder.kill('SIGKILL');
  throw new Error('the process that decodes pictures did not start');
}

function choose() {
  chosen ??= findBest().catch((error: unknown) => {
    // The machine may have been out of memory: the next picture tries again.
    chosen = undefined;
    throw error;
  });
  return chosen;
}

async function findBest() {
  for (const launch of launches()) {
    const decoder = launch(join(import.meta.dirname, 'decoder.ts'));
    try {
      const ready = await hearReady(decoder);
      if (ready) return { launch, rights: { ...ready, uid: userOf(decoder, ready.uid) } };
    } finally {
      decoder.kill('SIGKILL');
    }
  }
  throw new Error('the process that decodes pictures did not start');
}

function launches(): Launch[] {
  const isLinux = process.platform === 'linux';
  const asRoot = process.getuid?.() === 0;
  const plain = launcher([], null);
  return [
    ...(isLinux && asRoot ? [launcher(['unshare', '--net', '--ipc', '--'], unusedId)] : []),
    ...(asRoot ? [launcher([], unusedId)] : []),
    ...(isLinux
      ? [hidingLauncher, launcher(['unshare', '--user', '--map-root-user', '--net', '--ipc', '--'], null)]
      : []),
    plain,
  ];
}

/** Without root: a user namespace in which an empty file system hides a folder. */
const hidingLauncher: Launch = (script) => {
  const namespaces = ['--user', '--map-root-user', '--mount', '--net', '--ipc'];
  const hidden = folders.filter((folder) => existsSync(folder));
  return launcher(['unshare', ...namespaces, '--', 'sh', '-c', hideFolders, 'sh', ...hidden, '--'], null)(script);
};

/** The process keeps its id, so that it can be killed. */
function launcher(wrapper: readonly string[], switchTo: number | null): Launch {
  return (script) => {
    const [execPath, ...before] = [...wrapper, process.execPath];
    const decoder = fork(script, [String(switchTo ?? ''), ...folders], {
      cwd: '/',
      env: environment,
      execPath,
      execArgv: [...before, '--max-old-space-size=64'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // A missing program such as `unshare` also causes the event `close`.
    decoder.on('error', () => undefined);
    return decoder;
  };
}

async function hearReady(decoder: ChildProcess) {
  const ready = Ready.safeParse(await nextMessage(decoder, startTimeoutMs));
  return ready.success ? ready.data : undefined;
}

export async function nextMessage(decoder: ChildProcess, timeoutMs: number): Promise<unknown> {
  if (decoder.exitCode !== null) return undefined;
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const [message] = await Promise.race([
      once(decoder, 'message', { signal }),
      once(decoder, 'exit', { signal }).then((): unknown[] => []),
    ]);
    return message;
  } catch {
    return undefined;
  } finally {
    over.abort();
  }
}

export function protectionsOf({ uid, networkNamespace, hasInterface, foldersInReach }: Rights): Protections {
  const ownNamespace = readOrNull(() => readlinkSync('/proc/self/ns/net'));
  return {
    isOtherUser: uid !== null && uid !== process.getuid?.(),
    hasNoNetwork: networkNamespace !== null && networkNamespace !== ownNamespace && !hasInterface,
    hasNoFolders: foldersInReach.length === 0,
  };
}

function userOf({ pid }: ChildProcess, uid: number | null): number | null {
  const status = readOrNull(() => readFileSync(`/proc/${pid}/status`, 'utf8'));
  const [, known] = /^Uid:\s+(\d+)/m.exec(status ?? '') ?? [];
  return known === undefined ? uid : Number(known);
}

function readOrNull(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}
