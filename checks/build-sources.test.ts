import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { sourcesOf } from '../scripts/build.mjs';

const root = resolve(import.meta.dirname, '..');

test.for(['console', 'kiosk', 'visitor'])(
  'rebuilds the %s when a file that its build imports has changed',
  async (app) => {
    const folder = join('apps', app);
    const files = (await readdir(join(root, folder))).filter((file) => file.endsWith('.ts'));
    const texts = await Promise.all(files.map((file) => readFile(join(root, folder, file), 'utf8')));
    const imported = texts.flatMap((text) => [...text.matchAll(/ from '(\.[^']+)'/g)].map(([, path = '']) => path));
    const needed = imported.map((path) => normalize(join(folder, path)));
    expect(needed.some((path) => dirname(path) === 'scripts')).toBe(true);
    const isSource = (path: string) =>
      sourcesOf(app).some((source) => path === source || path.startsWith(`${source}/`));
    expect(needed.filter((path) => !isSource(path))).toEqual([]);
  },
);
