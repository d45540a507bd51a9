import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { testFolder } from './testing/folder.ts';

/* Neither Patroni nor etcd runs here: `npm run faults -- --only failover` does that. */

const configure = join(import.meta.dirname, '../../../ops/patroni/configure.sh');
const addresses = ['10.0.0.1', '10.0.0.2', '10.0.0.3'];
const passwords = { SUPERUSER_PASSWORD: 'one', REPLICATION_PASSWORD: 'two', PATRONI_PASSWORD: 'three' };

const isLinux = process.platform === 'linux';

async function configured(name: string, settings: Record<string, string>) {
  const root = await testFolder();
  onTestFinished(() => rm(root, { recursive: true }));
  await promisify(execFile)(configure, [name, ...addresses], {
    env: { PATH: '/usr/bin:/bin', ROOT: root, ...settings },
  });
  return (file: string) => readFile(join(root, file), 'utf8');
}

test.runIf(isLinux)(
  'a machine of the database gets its own name and address, and keeps acknowledged changes',
  async () => {
    const read = await configured('db2', passwords);
    const Patroni = z.object({
      name: z.literal('db2'),
      restapi: z.object({ listen: z.literal('10.0.0.2:8008') }),
      // The v3 interface loses changes: see docs/operating.md.
      etcd: z.object({ hosts: z.array(z.string()) }),
      bootstrap: z.object({
        dcs: z.object({
          ttl: z.number(),
          loop_wait: z.number(),
          retry_timeout: z.number(),
          synchronous_mode: z.literal(true),
        }),
      }),
      postgresql: z.object({ listen: z.literal('10.0.0.2:5432'), pg_hba: z.array(z.string()) }),
      watchdog: z.object({ mode: z.literal('required') }),
    });
    const text = await read('etc/patroni/config.yml');
    const { etcd, bootstrap, postgresql } = Patroni.parse(parse(text));
    expect(etcd.hosts).toEqual(addresses.map((address) => `${address}:2379`));
    const { ttl, loop_wait: pause, retry_timeout: retry } = bootstrap.dcs;
    expect(ttl).toBeGreaterThanOrEqual(pause + 2 * retry);
    const superusers = postgresql.pg_hba.filter((rule) => / postgres,replicator /.test(rule));
    expect(superusers.at(-1)).toBe('host all postgres,replicator all reject');
    const allowed = superusers.slice(0, -1).map((rule) => rule.split(' ')[3]);
    expect(new Set(allowed)).toEqual(new Set(addresses.map((address) => `${address}/32`)));
    expect(postgresql.pg_hba.at(-1)).toBe('host all all 10.0.0.0/8 scram-sha-256');
    const settings = await read('etc/default/etcd');
    expect(settings).toContain('ETCD_ENABLE_V2=true\n');
    expect(settings).toContain('ETCD_LISTEN_PEER_URLS=http://10.0.0.2:2380\n');
    expect(`${text}${settings}`).not.toMatch(/@[A-Z0-9_]+@/);
  },
);

test.runIf(isLinux)(
  'HAProxy leads to the machine that Patroni calls the primary, and ends connections to others',
  async () => {
    const text = await (await configured('haproxy', {}))('etc/haproxy/haproxy.cfg');
    expect(text).toContain('check port 8008 inter 1s fall 2 rise 1 on-marked-down shutdown-sessions\n');
    const [, primary = '', replicas = ''] = text.split(/^listen /m);
    expect(primary).toContain('/primary\n');
    expect(replicas).toContain('/replica\n');
    for (const part of [primary, replicas]) {
      expect([...part.matchAll(/server \w+ (\S+)/g)].map(([, server]) => server)).toEqual(
        addresses.map((address) => `${address}:5432`),
      );
    }
    expect(text).not.toMatch(/@[A-Z0-9_]+@/);
  },
);

test.runIf(isLinux)('passwords may have any character', async () => {
  const password = String.raw`p&1|x\1'"@DB1@ $HOME #:`;
  const read = await configured('db1', { ...passwords, SUPERUSER_PASSWORD: password });
  const Patroni = z.object({
    postgresql: z.object({ authentication: z.object({ superuser: z.object({ password: z.string() }) }) }),
  });
  const { postgresql } = Patroni.parse(parse(await read('etc/patroni/config.yml')));
  expect(postgresql.authentication.superuser.password).toBe(password);
});

test.runIf(isLinux)('a machine of the database is not configured without passwords', async () => {
  await expect(configured('db1', { ...passwords, PATRONI_PASSWORD: '' })).rejects.toThrow('PATRONI_PASSWORD');
});
