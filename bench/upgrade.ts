import { execFile } from 'node:child_process';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { startPostgres, temporaryFolder } from './postgres.ts';
import { type Program, startVestibule } from './program.ts';
import { cookiesOf } from './simulator/call.ts';
import { Stops } from './stops.ts';

/*
 * `npm run rehearse -- --from COMMIT`: rehearses an upgrade without downtime under load. Prints calls, failures and the slowest call per
 * version. COMMIT needs the same first migration.
 */
const root = resolve(import.meta.dirname, '..');
const demo = { email: 'reception@demo.vestibule.test', password: 'Demo-Pass-2026!' };
const secondsTogether = 10;

const { values } = parseArgs({ options: { from: { type: 'string', default: 'HEAD' } } });
const stops = new Stops();
stops.runOnSignals();
try {
  process.exitCode = (await rehearse(values.from)) ? 0 : 1;
} finally {
  await stops.run();
}

async function rehearse(from: string): Promise<boolean> {
  const { folder, remove } = await temporaryFolder();
  stops.push(remove);
  const postgres = await stops.begin(startPostgres(folder), (running) => running.stop());
  const checkout = await checkOut(from, folder);
  const settings = {
    NODE_ENV: 'development',
    LOG_LEVEL: 'fatal',
    SECRET_KEY: 'a secret of the rehearsal that all know',
  };
  const start = (settings: Record<string, string>, at?: string) =>
    stops.begin(startVestibule(folder, postgres.connection, settings, at), (program) => program.stop());

  const old = await start(settings, checkout);
  const cookie = await signIn(old);
  const atOld = keepCalling(old, cookie, '+4746');
  const began = performance.now();
  const fresh = await start(settings);
  console.log(`today's program was ready on the migrated schema after ${seconds(performance.now() - began)}`);
  // Sessions survive the upgrade.
  const atNew = keepCalling(fresh, cookie, '+4747');
  await sleep(secondsTogether * 1000);
  const results = { [`program of ${from}`]: await atOld(), "today's program": await atNew() };
  await old.stop();
  const last = await call(fresh, cookie, 'GET', '/visitors/company/1');
  for (const [name, { calls, failed, longest }] of Object.entries(results)) {
    console.log(`${name}: ${calls} calls, ${failed.length} failed, the longest took ${seconds(longest)}`);
    for (const failure of new Set(failed)) console.log(`  ${failure}`);
  }
  return last.ok && Object.values(results).every(({ calls, failed }) => calls > 0 && failed.length === 0);
}

async function checkOut(commit: string, folder: string): Promise<string> {
  const to = join(folder, 'old');
  await mkdir(to);
  const archive = join(folder, 'old.tar');
  const run = promisify(execFile);
  await run('git', ['archive', '--output', archive, commit], { cwd: root });
  await run('tar', ['-xf', archive, '-C', to]);
  await linkPackages(join(root, 'node_modules'), join(to, 'node_modules'));
  await linkPackages(join(root, 'apps/server/node_modules'), join(to, 'apps/server/node_modules')).catch(
    () => undefined,
  );
  const own = join(to, 'node_modules/@vestibule');
  await mkdir(own);
  for (const name of await readdir(join(to, 'packages'))) await symlink(join(to, 'packages', name), join(own, name));
  return to;
}

async function linkPackages(from: string, to: string): Promise<void> {
  const names = (await readdir(from)).filter((name) => name !== '@vestibule');
  await mkdir(to, { recursive: true });
  for (const name of names) await symlink(join(from, name), join(to, name));
}

function keepCalling(program: Program, cookie: string, phones: string) {
  let isOver = false;
  let calls = 0;
  let longest = 0;
  let number = 100_000;
  const failed: string[] = [];
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const began = performance.now();
    const response = await call(program, cookie, method, path, body);
    longest = Math.max(longest, performance.now() - began);
    calls += 1;
    if (!response.ok) failed.push(`${method} ${path.replaceAll(/\d+/g, '…')}: ${response.status}`);
    return response.json();
  };
  const working = (async () => {
    while (!isOver) {
      number += 1;
      const visitor = { name: 'Nils Nykommer', companyName: 'Nykommer Bygg AS', phone: `${phones}${number}` };
      const prints = { shouldPrintMainBadge: false, shouldPrintParkingBadge: false };
      const visit = { ...visitor, ...prints, shouldSaveData: false, tenantId: 1, employeeId: null };
      const id = idIn(await send('POST', '/visitors/register', visit));
      await send('GET', `/visitors/company/1?scope=current&limit=50`);
      await send('PATCH', `/visitors/${id}/check_out`);
      await send('GET', '/users/me');
    }
  })();
  // A failing upgrade stops the program before these calls are awaited.
  working.catch(() => undefined);
  return async () => {
    isOver = true;
    await working;
    return { calls, failed, longest };
  };
}

async function signIn(program: Program): Promise<string> {
  return cookiesOf(await call(program, '', 'POST', '/auth/login', demo));
}

function call({ port }: Program, cookie: string, method: string, path: string, body?: object): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method,
    headers: { ...(cookie && { cookie }), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}

function idIn(answer: unknown): number {
  const text = /"visitor":\{"id":(\d+)/.exec(JSON.stringify(answer))?.[1];
  return Number(text);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
