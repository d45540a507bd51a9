import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, accountFor } from '../../../apps/server/src/platform/db/embedded/account.ts';
import {
  postgresProcesses,
  recordedPostmaster,
  signal,
} from '../../../apps/server/src/platform/db/embedded/processes.ts';
import type { Stops } from '../../stops.ts';

export const run = promisify(execFile);

const configure = new URL('../../../ops/patroni/configure.sh', import.meta.url).pathname;
const diskMegabytes = 1_500;

export const passwords = {
  SUPERUSER_PASSWORD: 'superuser-of-the-faults',
  REPLICATION_PASSWORD: 'replication-of-the-faults',
  PATRONI_PASSWORD: 'patroni-of-the-faults',
};

/** Runs until it is stopped, as an unprivileged user. Its output goes to a file. */
export async function startProgram(
  command: string,
  args: readonly string[],
  { folder, log, env = {} }: { folder: string; log: string; env?: Record<string, string> },
): Promise<ChildProcess> {
  const { uid, gid } = await unprivileged(folder);
  const output = openSync(join(folder, log), 'a');
  const child = spawn(command, args, {
    cwd: folder,
    uid,
    gid,
    detached: true,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', HOME: folder, LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  await once(child, 'spawn');
  return child;
}

export function unprivileged(folder: string): Promise<Account> {
  return accountFor(join(folder, 'a-new-cluster'));
}

export async function endProgram(child: ChildProcess | undefined, name: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(name);
  await ended;
}

/** Writes what `configure.sh` writes on a machine whose root is `root`. */
export async function writeConfiguration(
  name: string,
  root: string,
  addresses: readonly string[],
  settings: Record<string, string> = {},
): Promise<void> {
  const loopback = '127.0.0.0/8';
  const networks = { NETWORK: loopback, ADMIN_NETWORK: loopback };
  const env = { PATH: '/usr/bin:/bin', ROOT: root, ...networks, WATCHDOG: 'off', ...passwords, ...settings };
  await run(configure, [name, ...addresses], { env });
}

/** One of three: etcd, Patroni and its PostgreSQL, at an address of its own below 127.0.0.0/8. */
export class Machine {
  readonly name: string;
  readonly root: string;
  readonly address: string;
  readonly #addresses: readonly string[];
  readonly #links: readonly string[];
  #etcd: ChildProcess | undefined;
  #patroni: ChildProcess | undefined;
  #link: ChildProcess | undefined;

  /** `links`: addresses at which this machine reaches the three etcd. */
  constructor(name: string, root: string, addresses: readonly string[], links: readonly string[]) {
    const address = addresses[Number(name.slice(2)) - 1];
    if (address === undefined) throw new Error(`${name} has no address.`);
    this.name = name;
    this.root = root;
    this.address = address;
    this.#addresses = addresses;
    this.#links = links;
  }

  get #dataDir(): string {
    return join(this.root, 'var/lib/postgresql/15/vestibule');
  }

  /** Root gives the machine a small disk of its own, until `stops` run. */
  async prepare(stops: Stops): Promise<void> {
    await mkdir(this.root, { mode: 0o755 });
    if (process.getuid?.() === 0) {
      const image = `${this.root}.img`;
      await writeFile(image, '');
      await truncate(image, diskMegabytes * 2 ** 20);
      await run('mkfs.ext4', ['-q', '-E', 'nodiscard', image]);
      await run('mount', ['-o', 'loop', image, this.root]);
      stops.push(() => run('umount', ['-l', this.root]).then(() => undefined));
    }
    await writeConfiguration(this.name, this.root, this.#addresses);
    const file = join(this.root, 'etc/patroni/config.yml');
    const hosts = this.#links.map((link) => `'${link}:2379'`).join(', ');
    const linked = (await readFile(file, 'utf8')).replace(
      /^ {2}hosts: .*$/m,
      `  hosts: [${hosts}]\n  use_proxies: true`,
    );
    await writeFile(file, linked);
    const { uid, gid } = await unprivileged(this.root);
    await run('chown', [`${uid}:${gid}`, this.root]);
  }

  /** HAProxy simulates the network between Patroni and etcd. */
  async startLink(): Promise<void> {
    const listens = this.#links.map(
      (link, index) => `listen etcd${index}\n  bind ${link}:2379\n  server etcd ${this.#addresses[index]}:2379`,
    );
    const defaults = 'defaults\n  mode tcp\n  timeout connect 1s\n  timeout client 1d\n  timeout server 1d';
    await writeFile(join(this.root, 'link.cfg'), `${[defaults, ...listens].join('\n')}\n`);
    this.#link = await startProgram('haproxy', ['-f', 'link.cfg'], { folder: this.root, log: 'link.log' });
  }

  async startEtcd(): Promise<void> {
    const lines = (await readFile(join(this.root, 'etc/default/etcd'), 'utf8')).split('\n');
    const env: Record<string, string> = {};
    for (const line of lines) {
      const [, name, value] = /^(ETCD_\w+)=(.*)$/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) env[name] = value;
    }
    this.#etcd = await startProgram('etcd', [], { folder: this.root, log: 'etcd.log', env });
  }

  async startPatroni(): Promise<void> {
    const file = join(this.root, 'etc/patroni/config.yml');
    this.#patroni = await startProgram('patroni', [file], { folder: this.root, log: 'patroni.log' });
  }

  postgresProcesses(): Promise<number[]> {
    return postgresProcesses(this.#dataDir);
  }

  async killPostmaster(): Promise<void> {
    const pid = await recordedPostmaster(this.#dataDir);
    if (pid !== undefined) signal(pid, 'SIGKILL');
  }

  async killPatroniAndPostgres(): Promise<void> {
    this.#patroni?.kill('SIGKILL');
    await this.#signalPostgres('SIGKILL');
    await endProgram(this.#patroni);
  }

  /** Stops and continues each process of the machine. */
  async freeze(): Promise<() => Promise<void>> {
    const all = async (name: NodeJS.Signals) => {
      for (const child of [this.#patroni, this.#etcd]) child?.kill(name);
      await this.#signalPostgres(name);
    };
    try {
      await all('SIGSTOP');
    } catch (error) {
      await all('SIGCONT');
      throw error;
    }
    return () => all('SIGCONT');
  }

  async #signalPostgres(name: NodeJS.Signals): Promise<void> {
    for (const pid of await this.postgresProcesses()) signal(pid, name);
  }

  /** Connections get neither an answer nor a refusal, as in a cut network. */
  cutFromEtcd(): () => void {
    this.#link?.kill('SIGSTOP');
    return () => void this.#link?.kill('SIGCONT');
  }

  /** Stops replication. Returns the step that continues it. */
  async freezeSenders(): Promise<() => Promise<void>> {
    for (const pid of await this.postgresProcesses()) {
      const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (title.includes('walsender')) signal(pid, 'SIGSTOP');
    }
    return () => this.#signalPostgres('SIGCONT');
  }

  async stop(): Promise<void> {
    for (const child of [this.#link, this.#etcd, this.#patroni]) child?.kill('SIGCONT');
    await endProgram(this.#patroni);
    await this.#signalPostgres('SIGKILL');
    await endProgram(this.#etcd);
    await endProgram(this.#link);
  }
}
