import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CannotStart } from '../../cannot-start.ts';

export type Account = {
  uid: number;
  gid: number;
  name: string;
  /** PostgreSQL refuses root, so it runs as this other user. */
  isLent: boolean;
};

/**
 * Returns the current user. For root, returns the owner of the cluster, or `postgres` or `nobody` for a new cluster.
 * @throws {CannotStart} if neither exists, or the cluster has another owner.
 */
export async function accountFor(clusterDir: string): Promise<Account> {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const owner = await stat(clusterDir).catch(() => undefined);
  if (uid !== 0) {
    if (owner && owner.uid !== uid) {
      throw new CannotStart(
        `DATA_DIR: ${clusterDir} belongs to user ${owner.uid}, but this process runs as user ${uid}.`,
      );
    }
    return { uid, gid, name: `user ${uid}`, isLent: false };
  }
  const users = await unprivilegedUsers();
  const user = owner ? users.find((user) => user.uid === owner.uid) : users[0];
  if (user) return { ...user, isLent: true };
  throw new CannotStart(
    owner
      ? `DATA_DIR: ${clusterDir} belongs to user ${owner.uid}, but as root its PostgreSQL runs as postgres or nobody.`
      : 'DATABASE_URL is needed: as root PostgreSQL runs as the user postgres or nobody, and this system has neither.',
  );
}

export async function folderInTheWay(path: string, account: Account): Promise<string | undefined> {
  const parent = dirname(path);
  const above = parent === path ? undefined : await folderInTheWay(parent, account);
  if (above) return above;
  const { mode, uid, gid } = await stat(path);
  const mayEnter = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  return mode & mayEnter ? undefined : path;
}

async function unprivilegedUsers() {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const users = passwd.split('\n').map((line) => line.split(':'));
  return ['postgres', 'nobody'].flatMap((wanted) => {
    const [name, , uid, gid] = users.find(([name]) => name === wanted) ?? [];
    return name ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}
