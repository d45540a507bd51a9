import { access } from 'node:fs/promises';

const postgres = { '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15' };
const programs = {
  failover: {
    '/usr/bin/patroni': 'patroni',
    '/usr/lib/python3/dist-packages/etcd/__init__.py': 'python3-etcd',
    '/usr/bin/etcd': 'etcd-server',
    '/usr/sbin/haproxy': 'haproxy',
    ...postgres,
  },
  'point-in-time': { '/usr/bin/pgbackrest': 'pgbackrest', ...postgres },
};

/** Names the missing packages of Debian 12 and the command that installs them. */
export async function missingPrograms(part: keyof typeof programs): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'not tried: it needs the packages of Debian 12';
  const missing: string[] = [];
  for (const [file, name] of Object.entries(programs[part])) {
    const isThere = await access(file).then(
      () => true,
      () => false,
    );
    if (!isThere) missing.push(name);
  }
  if (missing.length === 0) return undefined;
  return `not tried: ${missing.join(', ')} missing; \`apt-get install --no-install-recommends ${missing.join(' ')}\` installs them, on Debian 12`;
}
