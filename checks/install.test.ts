import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

const root = resolve(import.meta.dirname, '..');
const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({ link: z.boolean().optional(), dev: z.boolean().optional(), peer: z.boolean().optional() }),
  ),
});

/** As `du` counts on most file systems: whole blocks. */
const blockBytes = 4096;

test('npm start installs at most 520 MB', async () => {
  const { packages } = Lockfile.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')));
  const started = Object.entries(packages).filter(
    ([folder, { link, dev, peer }]) => folder.includes('node_modules/') && !link && !dev && !peer,
  );
  const bytes = await Promise.all(started.map(([folder]) => sizeOf(join(root, folder))));
  const megabytes = bytes.reduce((sum, each) => sum + each, 0) / 2 ** 20;
  // Fails if packages are not where the lockfile expects them.
  expect(megabytes).toBeGreaterThan(200);
  expect(megabytes).toBeLessThan(520);
});

test.for(['apps/console/vite.config.ts', 'apps/kiosk/vite.config.ts', 'scripts/vite-plugins.ts'])(
  'npm start installs each package that the build needs: %s',
  async (file) => {
    const { packages } = Lockfile.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')));
    const source = await readFile(join(root, file), 'utf8');
    const imported = [...source.matchAll(/ from '((?:@[\w-]+\/)?[\w-]+)/g)].map(([, name = '']) => name);
    const needed = imported.filter((name) => name !== 'node');
    expect(needed).toContain('vite');
    expect(needed.filter((name) => packages[`node_modules/${name}`]?.dev ?? !packages[`node_modules/${name}`])).toEqual(
      [],
    );
  },
);

/** Excludes nested packages. A package for another platform has no folder. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'node_modules' ? 0 : sizeOf(path);
      return entry.isFile() ? Math.ceil((await stat(path)).size / blockBytes) * blockBytes : 0;
    }),
  );
  return sizes.reduce((sum, each) => sum + each, entries.length > 0 ? blockBytes : 0);
}

/** This checkout's `npm` only records its call. */
let checkout: string;
const lockfile = {
  packages: {
    '': {},
    'node_modules/node': { version: '1.0.0' },
    'node_modules/tool': { version: '1.0.0', dev: true },
    'node_modules/client': { version: '1.0.0', peer: true },
    'node_modules/other-platform': { version: '1.0.0', optional: true },
  },
};
const npm = `#!/usr/bin/env node
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const flags = process.argv.slice(2);
appendFileSync('calls.txt', flags.join(' ') + '\\n');
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const kept = Object.entries(packages).filter(
  ([, { dev, peer, optional }]) => !(dev && flags.includes('--omit=dev')) && !(peer && flags.includes('--omit=peer')) && !optional,
);
mkdirSync('node_modules/node/bin', { recursive: true });
mkdirSync('node_modules/node/node_modules/headers', { recursive: true });
writeFileSync('node_modules/node/bin/node', '');
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(kept) }));
`;

beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'vestibule-install-'));
  onTestFinished(() => rm(checkout, { recursive: true }));
  await mkdir(join(checkout, 'node_modules/.bin'), { recursive: true });
  await cp(join(root, 'scripts'), join(checkout, 'scripts'), { recursive: true });
  await writeFile(join(checkout, 'package-lock.json'), JSON.stringify(lockfile));
  await writeFile(join(checkout, 'node_modules/.bin/npm'), npm);
  await chmod(join(checkout, 'node_modules/.bin/npm'), 0o755);
});

const everything = 'ci --include=dev --include=peer --loglevel=error';

test('on a fresh clone npm start installs no tools, test clients or headers of Node', async () => {
  expect(await callsOf('ensureStartInstalled')).toEqual(['ci --omit=dev --omit=peer --loglevel=error']);
  expect(await readdir(join(checkout, 'node_modules/node'))).toEqual(['bin']);
  expect(await callsOf('ensureStartInstalled')).toEqual([]);
});

test('npm test adds the rest, and npm start after it installs and removes nothing', async () => {
  await callsOf('ensureStartInstalled');
  expect(await callsOf('ensureInstalled')).toEqual([everything]);
  expect(await callsOf('ensureInstalled')).toEqual([]);
  expect(await callsOf('ensureStartInstalled')).toEqual([]);
});

test.for<Record<string, string>>([
  { STORAGE_URL: 's3://key:secret@s3.example.com' },
  { STORAGE_URL: 'azure://account:key@files.example.com' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example.com:4318' },
])('npm start adds the clients for %o', async (settings) => {
  await callsOf('ensureStartInstalled', { STORAGE_URL: 'file:///srv/files' });
  expect(await callsOf('ensureStartInstalled', settings)).toEqual(['ci --omit=dev --include=peer --loglevel=error']);
  expect(await callsOf('ensureStartInstalled')).toEqual([]);
});

test('npm start keeps the tools of a checkout when a version changes', async () => {
  await callsOf('ensureInstalled');
  const packages = { ...lockfile.packages, 'node_modules/node': { version: '1.0.1' } };
  await writeFile(join(checkout, 'package-lock.json'), JSON.stringify({ packages }));
  expect(await callsOf('ensureStartInstalled')).toEqual([everything]);
});

async function callsOf(name: string, settings: Record<string, string> = {}): Promise<string[]> {
  const calls = join(checkout, 'calls.txt');
  await rm(calls, { force: true });
  const script = `import { ${name} } from './scripts/install.mjs'; await ${name}();`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: checkout,
    env: { PATH: dirname(process.execPath), ...settings },
  });
  const text = await readFile(calls, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}
