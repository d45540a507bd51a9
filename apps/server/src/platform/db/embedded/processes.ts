import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

export const knowsEveryProcess = existsSync('/proc/self/stat');

export async function startMark(pid: number): Promise<string | undefined> {
  if (!knowsEveryProcess) return isSignalled(pid) ? '' : undefined;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = '', startTime] = [fields[0], fields[19]];
  return ['', 'Z', 'X'].includes(state) ? undefined : startTime;
}

export async function recordedPostmaster(clusterDir: string): Promise<number | undefined> {
  const [pid] = await postmasterFile(clusterDir);
  return pid ? Number(pid) : undefined;
}

export async function isReady(clusterDir: string, pid: number | undefined): Promise<boolean> {
  const lines = await postmasterFile(clusterDir);
  return Number(lines[0]) === pid && lines[7] === 'ready';
}

export async function recordedSocketDir(clusterDir: string): Promise<string | undefined> {
  const lines = await postmasterFile(clusterDir);
  return lines[4] || undefined;
}

export async function postgresProcesses(clusterDir: string): Promise<number[]> {
  if (!knowsEveryProcess) return listedPostmaster(clusterDir);
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  const working = await Promise.all(
    pids.map(async (pid) => {
      const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '');
      if (folder !== clusterDir) return [];
      const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
      return ['postgres', 'initdb'].includes(name.trim()) ? [Number(pid)] : [];
    }),
  );
  return working.flat();
}

export function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

export async function holdsWithin(ms: number, probe: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (!(await probe())) {
    if (performance.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}

async function postmasterFile(clusterDir: string) {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  return text.split('\n').map((line) => line.trim());
}

async function listedPostmaster(clusterDir: string) {
  const pid = await recordedPostmaster(clusterDir);
  if (pid === undefined) return [];
  const listed = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'command=']).catch(() => undefined);
  return listed?.stdout.includes(clusterDir) ? [pid] : [];
}

function isSignalled(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
