import { spawn } from 'node:child_process';
import { chmod, mkdtemp, realpath } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** PostgreSQL's user may enter it. When this process ends, even by a kill, the folder and its PostgreSQL are removed. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'vestibule-test-'));
  await chmod(folder, 0o711);
  guard ??= startGuard();
  guard.write(`${folder}\n`);
  return folder;
}

let guard: Socket | undefined;

function startGuard() {
  const script = `
    folders=
    while read -r folder; do folders="$folders $folder"; done
    for folder in $folders; do
      [ -f "$folder/postgres/postmaster.pid" ] && kill -QUIT "$(head -n 1 "$folder/postgres/postmaster.pid")"
    done
    sleep 1
    rm -rf $folders`;
  const child = spawn('sh', ['-c', script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  child.unref();
  if (!(child.stdin instanceof Socket)) throw new TypeError('A pipe to a process is a socket.');
  child.stdin.unref();
  return child.stdin;
}
