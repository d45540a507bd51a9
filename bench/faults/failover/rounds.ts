import { appendFile, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Machine } from './machine.ts';
import type { Probe } from './probe.ts';

const frozenMs = 31_000;
const standbyFrozenMs = 30_000;
const lagMs = 5_000;
const fullMs = 20_000;
const backWithinMs = 90_000;

export interface Round {
  fault: string;
  /** Absent where acknowledged acts may be lost. */
  isSynchronous?: boolean;
  /** The standby is away, so changes wait up to ten seconds although there is a primary. */
  waitsForStandby?: boolean;
  /** Returns why the round was not tried. */
  begin: (cluster: Cluster, probe: Probe) => Promise<string | void>;
}

export const rounds: Record<string, Round> = {
  switchover: { fault: 'planned switchover', isSynchronous: true, begin: (cluster) => cluster.switchOver() },
  'kill-postmaster': {
    fault: '`kill -9` of the postmaster',
    isSynchronous: true,
    begin: async (cluster) => (await cluster.primary()).killPostmaster(),
  },
  'kill-machine': { fault: '`kill -9` of Patroni and PostgreSQL', isSynchronous: true, begin: killMachine },
  'freeze-primary': {
    fault: 'machine of the primary frozen for 31 s',
    isSynchronous: true,
    begin: async (cluster) => freezeFor(frozenMs, await cluster.primary()),
  },
  'restart-haproxy': {
    fault: 'HAProxy stopped, started after 2 s',
    isSynchronous: true,
    async begin(cluster) {
      await cluster.stopHaproxy();
      await sleep(2_000);
      await cluster.startHaproxy();
    },
  },
  'reload-haproxy': {
    fault: 'HAProxy reloaded',
    isSynchronous: true,
    begin: (cluster) => Promise.resolve(cluster.reloadHaproxy()),
  },
  'freeze-standby': {
    fault: 'machine of the synchronous standby frozen for 30 s',
    isSynchronous: true,
    waitsForStandby: true,
    begin: async (cluster) => freezeFor(standbyFrozenMs, await cluster.standby()),
  },
  'full-disk': { fault: 'disk of the primary full for 20 s', isSynchronous: true, begin: fillDisk },
  partition: {
    fault: 'primary cut off from etcd for 31 s',
    isSynchronous: true,
    async begin(cluster) {
      const resume = (await cluster.primary()).cutFromEtcd();
      await sleep(frozenMs).finally(resume);
    },
  },
  asynchronous: {
    fault: 'asynchronous, 5 s behind: `kill -9` of Patroni and PostgreSQL',
    async begin(cluster, probe) {
      const resume = await (await cluster.primary()).freezeSenders();
      try {
        await sleep(lagMs);
        await killMachine(cluster, probe);
      } finally {
        await resume();
      }
    },
  },
};

async function freezeFor(ms: number, machine: Machine): Promise<void> {
  const resume = await machine.freeze();
  try {
    await sleep(ms);
  } finally {
    await resume();
  }
}

/** Starts Patroni again when another machine is the primary. */
async function killMachine(cluster: Cluster, { writes }: Probe): Promise<void> {
  const machine = await cluster.primary();
  const killed = performance.now();
  await machine.killPatroniAndPostgres();
  try {
    await untilWritten(writes, killed + 1_000);
  } finally {
    await machine.startPatroni();
  }
}

/** Fills the disk of the machine, with WAL too, so that PostgreSQL ends itself. */
async function fillDisk(cluster: Cluster): Promise<string | void> {
  if (process.getuid?.() !== 0) return 'not tried: only root may mount a small disk';
  const { root } = await cluster.primary();
  const filler = join(root, 'filler');
  const client = await cluster.connect('probe');
  const end = performance.now() + fullMs;
  try {
    while (performance.now() < end) {
      await fill(root, filler);
      await client.query('select pg_switch_wal()').catch(() => undefined);
      await sleep(250);
    }
  } finally {
    await rm(filler, { force: true });
    await client.end().catch(() => undefined);
  }
}

async function fill(root: string, filler: string): Promise<void> {
  const block = Buffer.alloc(1 << 20);
  try {
    while ((await statfs(root)).bavail > 0) await appendFile(filler, block);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

export async function untilWritten(moments: readonly number[], since: number): Promise<void> {
  const deadline = performance.now() + backWithinMs;
  while ((moments.at(-1) ?? 0) < since) {
    if (performance.now() > deadline) throw new Error('No write succeeded for 90 s.');
    await sleep(50);
  }
}
