import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chown, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { accountFor } from '../platform/db/embedded/account.ts';
import { testFolder } from './folder.ts';

const program = '/usr/sbin/pgbouncer';
const configuration = join(import.meta.dirname, '../../../../ops/pgbouncer/pgbouncer.ini');

export const hasPooler = await access(program).then(
  () => true,
  () => false,
);

/**
 * Runs PgBouncer with the configuration of `ops/pgbouncer`, except for addresses and passwords.
 * @returns the same address, through PgBouncer
 */
export async function startPooler(address: string, changes: Record<string, string> = {}): Promise<string> {
  const url = new URL(address);
  const { host = '', port = '5432', user = '' } = Object.fromEntries(url.searchParams);
  const folder = await testFolder();
  const account = await accountFor(join(folder, 'a-new-cluster'));
  const file = join(folder, 'pgbouncer.ini');
  const text = Object.entries({
    listen_addr: '',
    unix_socket_dir: folder,
    logfile: join(folder, 'pgbouncer.log'),
    pidfile: join(folder, 'pgbouncer.pid'),
    auth_type: 'trust',
    auth_file: join(folder, 'userlist.txt'),
    ...changes,
  }).reduce(
    (before, [name, value]) => before.replace(new RegExp(`^${name} = .*$`, 'm'), `${name} = ${value}`),
    (await readFile(configuration, 'utf8')).replace(/^vestibule = .*$/m, `* = host=${host} port=${port}`),
  );
  await writeFile(file, text);
  await writeFile(join(folder, 'userlist.txt'), `"${user}" ""\n`);
  await chown(folder, account.uid, account.gid);
  const child = spawn(program, [file], { uid: account.uid, gid: account.gid, stdio: 'ignore' });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  await vi.waitUntil(
    () =>
      access(join(folder, '.s.PGSQL.6432')).then(
        () => true,
        () => false,
      ),
    { timeout: 30_000 },
  );
  url.searchParams.set('host', folder);
  url.searchParams.set('port', '6432');
  return url.href;
}
