import type { ChildProcess } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import type { Stops } from '../../stops.ts';
import { endProgram, Machine, passwords, run, startProgram, unprivileged, writeConfiguration } from './machine.ts';

const setUp = new URL('../../../ops/postgres/setup.sql', import.meta.url).pathname;
const healthyWithinMs = 180_000;
/** Ports of HAProxy. */
const primary = 5_000;
export const standbys = 5_001;

const Members = z.object({
  members: z.array(
    z.object({ name: z.string(), role: z.string(), state: z.string(), timeline: z.number().optional() }),
  ),
});

/** Three machines and the HAProxy that leads to their primary. */
export class Cluster {
  readonly machines: readonly Machine[];
  readonly #root: string;
  readonly #addresses: readonly string[];
  readonly #entrance: string;
  #haproxy: ChildProcess | undefined;
  #isSynchronous = true;

  private constructor(folder: string) {
    // A block of addresses of its own, so that two runs do not meet.
    const block = `127.${40 + (process.pid % 100)}.${1 + Math.floor(Math.random() * 250)}`;
    this.#root = folder;
    this.#addresses = [1, 2, 3].map((number) => `${block}.${number}`);
    this.#entrance = `${block}.9`;
    this.machines = [1, 2, 3].map((number) => {
      const links = [1, 2, 3].map((etcd) => `${block}.${10 * number + etcd}`);
      return new Machine(`db${number}`, join(folder, `db${number}`), this.#addresses, links);
    });
  }

  static async in(folder: string, stops: Stops): Promise<Cluster> {
    const cluster = new Cluster(folder);
    await mkdir(folder, { mode: 0o711 });
    for (const machine of cluster.machines) {
      await machine.prepare(stops);
      stops.push(() => machine.stop());
    }
    for (const machine of cluster.machines) await machine.startLink();
    for (const machine of cluster.machines) await machine.startEtcd();
    await sleep(2_000);
    for (const machine of cluster.machines) await machine.startPatroni();
    await cluster.#configureHaproxy();
    await cluster.startHaproxy();
    stops.push(() => endProgram(cluster.#haproxy, 'SIGTERM'));
    await cluster.untilHealthy();
    await cluster.#createDatabase();
    return cluster;
  }

  async #configureHaproxy(): Promise<void> {
    const root = join(this.#root, 'haproxy');
    await mkdir(root);
    await writeConfiguration('haproxy', root, this.#addresses, { LISTEN: this.#entrance });
    const { uid, gid } = await unprivileged(root);
    await run('chown', ['-R', `${uid}:${gid}`, root]);
  }

  async startHaproxy(): Promise<void> {
    const folder = join(this.#root, 'haproxy');
    const args = ['-W', '-f', join(folder, 'etc/haproxy/haproxy.cfg')];
    this.#haproxy = await startProgram('haproxy', args, { folder, log: 'haproxy.log' });
  }

  stopHaproxy(): Promise<void> {
    return endProgram(this.#haproxy, 'SIGTERM');
  }

  reloadHaproxy(): void {
    this.#haproxy?.kill('SIGUSR2');
  }

  async #createDatabase(): Promise<void> {
    const client = await this.connect('postgres');
    await client.query(`create database vestibule template template0 locale 'C.UTF-8'`);
    await client.query('create database probe');
    await client.end();
    await run('psql', ['--no-psqlrc', '--quiet', '--file', setUp], {
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        PGHOST: this.#entrance,
        PGPORT: `${primary}`,
        PGUSER: 'postgres',
        PGPASSWORD: passwords.SUPERUSER_PASSWORD,
        PGDATABASE: 'vestibule',
        POSTGRES_OWNER_PASSWORD: 'owner',
        POSTGRES_PROGRAM_PASSWORD: 'program',
      },
    });
  }

  /** Leads to the primary, or to the standbys. */
  addressFor(role: 'owner' | 'program', port = primary): string {
    return `postgres://vestibule_${role}:${role}@${this.#entrance}:${port}/vestibule`;
  }

  /** As the superuser, through HAProxy. */
  async connect(database: string, timeoutMs = 5_000): Promise<pg.Client> {
    const client = new pg.Client({
      host: this.#entrance,
      port: primary,
      user: 'postgres',
      password: passwords.SUPERUSER_PASSWORD,
      database,
      connectionTimeoutMillis: timeoutMs,
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  async withClient<Result>(database: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = await this.connect(database);
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /** Asks the given machines, because a frozen one does not answer. */
  async members(asked: readonly Machine[] = this.machines) {
    for (const { address } of asked) {
      const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1_500) })
        .then((response) => response.json())
        .catch(() => undefined);
      const { data } = Members.safeParse(answer);
      if (data && data.members.length > 0) return data.members;
    }
    return [];
  }

  async machineOf(...roles: string[]): Promise<Machine> {
    const found = (await this.members()).find(({ role }) => roles.includes(role));
    const machine = this.machines.find(({ name }) => name === found?.name);
    if (!machine) throw new Error(`No machine is ${roles.join(' or ')}.`);
    return machine;
  }

  primary(): Promise<Machine> {
    return this.machineOf('leader', 'master', 'primary');
  }

  standby(): Promise<Machine> {
    return this.#isSynchronous ? this.machineOf('sync_standby') : this.machineOf('replica');
  }

  /**
   * Returns when all three work on one timeline, with a synchronous standby.
   * @throws {Error} after three minutes
   */
  async untilHealthy(): Promise<void> {
    const deadline = performance.now() + healthyWithinMs;
    for (;;) {
      const members = await this.members();
      const roles = members.map(({ role }) => role);
      const isHealthy =
        members.length === 3 &&
        members.every(({ state }) => ['running', 'streaming'].includes(state)) &&
        new Set(members.map(({ timeline }) => timeline)).size === 1 &&
        roles.includes('leader') &&
        (!this.#isSynchronous || roles.includes('sync_standby'));
      if (isHealthy) return;
      if (performance.now() > deadline) throw new Error(`The cluster is not healthy: ${JSON.stringify(members)}.`);
      await sleep(250);
    }
  }

  /** An asynchronous standby is promoted although it lacks up to 64 MB. */
  async setSynchronous(isSynchronous: boolean): Promise<void> {
    const lag = isSynchronous ? 2 ** 20 : 2 ** 26;
    // After a failed change both modes count as healthy.
    this.#isSynchronous = false;
    await this.#ask('PATCH', '/config', { synchronous_mode: isSynchronous, maximum_lag_on_failover: lag });
    this.#isSynchronous = isSynchronous;
    const deadline = performance.now() + 30_000;
    while ((await this.members()).some(({ role }) => role === 'sync_standby') !== isSynchronous) {
      if (performance.now() > deadline) throw new Error('Patroni did not change the mode.');
      await sleep(250);
    }
  }

  async switchOver(): Promise<void> {
    const [from, to] = [await this.primary(), await this.standby()];
    await this.#ask('POST', '/switchover', { leader: from.name, candidate: to.name });
  }

  async #ask(method: string, path: string, body: object): Promise<void> {
    const { address } = await this.primary();
    const answer = await fetch(`http://${address}:8008${path}`, {
      method,
      headers: { authorization: `Basic ${btoa(`patroni:${passwords.PATRONI_PASSWORD}`)}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`Patroni answered ${answer.status} ${text}`);
  }
}
