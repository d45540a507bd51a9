import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseName, superuser } from '../../apps/server/src/platform/db/embedded/cluster.ts';
import { stopPostgres } from '../../apps/server/src/platform/db/embedded/postmaster.ts';
import {
  postgresProcesses,
  recordedPostmaster,
  recordedSocketDir,
  signal,
} from '../../apps/server/src/platform/db/embedded/processes.ts';
import { freePort } from '../../scripts/free-port.mjs';
import { server } from '../../scripts/workspace.mjs';
import { demoPassword } from '../../apps/server/src/demo/demo-building.ts';
import { cookiesOf } from '../simulator/call.ts';

const root = resolve(import.meta.dirname, '../..');
const startsWithin = 60_000;

export class Installation {
  readonly port: number;
  readonly #dataDir: string;
  readonly #settings: Record<string, string>;
  #node: ChildProcess | undefined;

  constructor(port: number, dataDir: string, settings: Record<string, string> = {}) {
    this.port = port;
    this.#dataDir = dataDir;
    this.#settings = settings;
  }

  static async in(dataDir: string, settings?: Record<string, string>): Promise<Installation> {
    const installation = new Installation(await freePort(), dataDir, settings);
    await installation.start();
    return installation;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get isUp(): boolean {
    return this.#node !== undefined && this.#node.exitCode === null && this.#node.signalCode === null;
  }

  async start(): Promise<number> {
    const began = performance.now();
    this.#node = spawn(process.execPath, server, {
      cwd: root,
      env: { ...process.env, LOG_LEVEL: 'silent', DATA_DIR: this.#dataDir, PORT: String(this.port), ...this.#settings },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await this.untilReady();
    return performance.now() - began;
  }

  /**
   * Returns milliseconds until ready.
   * @throws {Error} if Node exits.
   */
  async untilReady(): Promise<number> {
    const began = performance.now();
    while (!(await this.isReady())) {
      if (!this.isUp) throw new Error('The program ended instead of being ready.');
      if (performance.now() - began > startsWithin) throw new Error('The program was not ready in a minute.');
      await sleep(20);
    }
    return performance.now() - began;
  }

  async isReady(): Promise<boolean> {
    const answer = await fetch(`${this.address}/health/ready`, { signal: AbortSignal.timeout(1000) }).catch(() => null);
    await answer?.arrayBuffer();
    return answer?.status === 200;
  }

  signalNode(name: NodeJS.Signals): void {
    this.#node?.kill(name);
  }

  async killNode(): Promise<void> {
    if (!this.#node || !this.isUp) return;
    const exit = once(this.#node, 'exit');
    this.#node.kill('SIGKILL');
    await exit;
  }

  async signalPostmaster(name: NodeJS.Signals): Promise<void> {
    const pid = await recordedPostmaster(this.#cluster);
    if (pid !== undefined) signal(pid, name);
  }

  async signalPostgres(name: NodeJS.Signals): Promise<void> {
    for (const pid of await postgresProcesses(this.#cluster)) signal(pid, name);
  }

  /** Connects as the owner, bypassing the program. */
  async connect(): Promise<pg.Client> {
    const host = await recordedSocketDir(this.#cluster);
    if (host === undefined) throw new Error('PostgreSQL does not run.');
    const client = new pg.Client({ host, user: superuser, database: databaseName });
    // After a failed round PostgreSQL stops before its client, which must not hide the reason.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  async databaseUrl(): Promise<string> {
    const host = await recordedSocketDir(this.#cluster);
    if (host === undefined) throw new Error('PostgreSQL does not run.');
    return `postgres:///${databaseName}?host=${encodeURIComponent(host)}&user=${superuser}`;
  }

  async signIn(): Promise<string> {
    const answer = await fetch(`${this.address}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'reception@demo.vestibule.test', password: demoPassword }),
    });
    if (!answer.ok) throw new Error(`Signing in was answered ${answer.status}.`);
    return cookiesOf(answer);
  }

  async stop(): Promise<void> {
    this.signalNode('SIGCONT');
    await this.killNode();
    await this.signalPostgres('SIGCONT');
    await stopPostgres(this.#cluster);
  }

  get #cluster(): string {
    return join(this.#dataDir, 'postgres');
  }
}
