import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ensureBuilt } from '../scripts/build.mjs';

const apps = resolve(import.meta.dirname, '../apps');

/** Bytes of the first load in gzip: what a slow network carries before anybody sees anything. */
test.for([
  { app: 'console', base: '/', atMost: 200_000 },
  { app: 'kiosk', base: '/kiosk/', atMost: 120_000 },
])('the first load of the $app has at most $atMost bytes', { timeout: 120_000 }, async ({ app, base, atMost }) => {
  await ensureBuilt();
  const files = await filesOfFirstLoad(resolve(apps, app, 'dist'), base);
  expect(files.filter(({ name }) => name.endsWith('.js'))).not.toEqual([]);
  expect(files.filter(({ name }) => name.endsWith('.css'))).not.toEqual([]);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  expect(bytes).toBeLessThan(atMost);
});

/** The page, and each file that it names or that one of these imports other than by fetching it later. */
async function filesOfFirstLoad(folder: string, base: string): Promise<{ name: string; size: number }[]> {
  const page = await readFile(resolve(folder, 'index.html'), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address.slice(base.length));
  const names = new Set(['index.html', ...named]);
  for (const name of names) {
    if (!name.endsWith('.js')) continue;
    const code = await readFile(resolve(folder, name), 'utf8');
    for (const [, imported = ''] of code.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([\w-]+\.js)"/g))
      names.add(`assets/${imported}`);
  }
  return Promise.all([...names].map(async (name) => ({ name, size: await sizeOf(folder, name) })));
}

/** As it is sent: compressed where the build laid it out so. */
async function sizeOf(folder: string, name: string): Promise<number> {
  const { size } = await stat(resolve(folder, `${name}.gz`)).catch(() => stat(resolve(folder, name)));
  return size;
}
