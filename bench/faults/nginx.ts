import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { seedKiosks } from '../kiosk-companies.ts';
import { createDevice } from '../simulator/device.ts';
import { Stops } from '../stops.ts';
import { type Outcome, readyWithin, seconds, underLoad } from './fault.ts';
import { freePort } from '../../scripts/free-port.mjs';
import { Installation } from './installation.ts';

const run = promisify(execFile);
const example = new URL('../../ops/nginx/vestibule.conf', import.meta.url);
const fault = 'nginx with TLS before three processes, each killed twice';

export async function killBehindNginx(folder: string): Promise<Outcome> {
  const isThere = await run('nginx', ['-v']).then(
    () => true,
    () => false,
  );
  if (!isThere) return { fault, result: 'not tried: there is no nginx here', broken: [] };
  const stops = new Stops();
  try {
    const port = await freePort();
    const address = `https://127.0.0.1:${port}`;
    const settings = {
      PUBLIC_URL: address,
      TRUSTED_PROXIES: '127.0.0.1',
      SECRET_KEY: 'a secret of the faults that everybody knows',
    };
    await mkdir(folder, { mode: 0o711 });
    const first = await Installation.in(join(folder, 'first'), settings);
    stops.push(() => first.stop());
    const others = { ...settings, DATABASE_URL: await first.databaseUrl(), ROLE: 'web' };
    const installations = [first];
    for (const name of ['second', 'third']) {
      const installation = await Installation.in(join(folder, name), others);
      stops.push(() => installation.killNode());
      installations.push(installation);
    }
    await startNginx(folder, port, installations, stops);
    const outcome = await underLoad(
      first,
      fault,
      ({ desks: { companyId }, screen }) => killInTurn(installations, companyId, screen),
      { address },
    );
    const logs = await Promise.all(['access.log', 'error.log'].map((log) => readFile(join(folder, log), 'utf8')));
    const isLogged = logs.some((log) => log.includes('/api/'));
    return { ...outcome, broken: [...outcome.broken, ...(isLogged ? ['an address in a log of nginx'] : [])] };

    async function killInTurn(
      installations: readonly Installation[],
      companyId: number,
      screen: { longestAway: number },
    ) {
      const client = await first.connect();
      const [token = ''] = await seedKiosks(client, companyId, 1);
      await client.end();
      const kiosk = keepOpen(address, token);
      stops.push(() => kiosk.stop());
      for (const installation of [...installations, ...installations]) {
        await sleep(1_500);
        await installation.killNode();
        await sleep(1_500);
        await installation.start();
      }
      const away = await kiosk.longestAway();
      const late = Math.max(away, screen.longestAway) > readyWithin;
      return {
        result: `a kiosk was away for ${seconds(away)} at most`,
        broken: late ? ['a screen or a kiosk was away for longer than 5 s'] : [],
      };
    }
  } finally {
    await stops.run();
  }
}

function keepOpen(url: string, token: string) {
  const device = createDevice({ url, token });
  let [longest, isStopped] = [0, false];
  let since: number | undefined;
  const working = (async () => {
    while (!isStopped) {
      const isOpen = await device.connect().then(
        () => true,
        () => false,
      );
      if (isOpen) {
        longest = Math.max(longest, performance.now() - (since ?? performance.now()));
        await device.closed();
        since = performance.now();
      }
      await sleep(100);
    }
  })();
  return {
    /** Milliseconds, including the current gap. */
    async longestAway() {
      const deadline = performance.now() + readyWithin;
      while (!device.isConnected && performance.now() < deadline) await sleep(20);
      return device.isConnected ? longest : Math.max(longest, readyWithin + 1);
    },
    async stop() {
      isStopped = true;
      device.drop();
      await working;
    },
  };
}

async function startNginx(
  folder: string,
  port: number,
  installations: readonly Installation[],
  stops: Stops,
): Promise<void> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    ...subject,
    '-keyout',
    key,
    '-out',
    certificate,
  ]);
  setDefaultCACertificates([...getCACertificates('default'), await readFile(certificate, 'utf8')]);

  const servers = installations.map(({ port }) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=2s;`);
  const text = await readFile(example, 'utf8');
  const oneServer = 'server 127.0.0.1:3000 max_fails=1 fail_timeout=2s;';
  if (!text.includes(oneServer)) throw new Error(`ops/nginx/vestibule.conf has no line \`${oneServer}\`.`);
  const site = text
    .replace(oneServer, servers.join('\n  '))
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('/etc/ssl/vestibule/fullchain.pem', certificate)
    .replace('/etc/ssl/vestibule/privkey.pem', key)
    .replace('/var/log/nginx/vestibule.log', join(folder, 'access.log'))
    .replaceAll('/var/log/nginx/vestibule-error.log', join(folder, 'error.log'));
  await writeFile(join(folder, 'site.conf'), site);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const whole = `user root; pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'error.log')}; events {} http { ${places.join(' ')} include site.conf; }`;
  await writeFile(join(folder, 'nginx.conf'), whole);

  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
    stdio: 'inherit',
  });
  const ended = once(nginx, 'exit');
  stops.push(async () => {
    nginx.kill('SIGTERM');
    await ended;
  });
  const deadline = performance.now() + 10_000;
  while (!(await isServing(port))) {
    if (nginx.exitCode !== null || performance.now() > deadline) throw new Error('nginx does not serve.');
    await sleep(50);
  }
}

function isServing(port: number): Promise<boolean> {
  return fetch(`https://127.0.0.1:${port}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}
