import { glob, readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { endpoints } from '@vestibule/contract/endpoints.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ensureBuilt } from '../scripts/build.mjs';

const apps = resolve(import.meta.dirname, '../apps');

const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
  }),
);

/** Limits in gzip bytes. The page fetches the `late` modules by itself. */
test.for([
  { app: 'console', screen: 'list of visitors', late: [], atMost: 210_000 },
  {
    app: 'kiosk',
    screen: 'code',
    late: ['src/device/enroll.ts', 'src/enrollment/EnrollmentScreen.tsx', 'src/enrollment/QrCode.tsx'],
    atMost: 120_000,
  },
  { app: 'visitor', screen: 'pass in German', late: ['../../packages/phrases/src/de/visits/pass.ts'], atMost: 60_000 },
  {
    app: 'visitor',
    screen: 'answer in German',
    late: [
      'src/AnswerPage.tsx',
      '../../packages/phrases/src/de/visits/answer.ts',
      '../../packages/phrases/src/de/visits/pass.ts',
    ],
    atMost: 40_000,
  },
  { app: 'kiosk', screen: 'welcome', late: ['src/visit/VisitScreens.tsx'], atMost: 120_000 },
])(
  'the first load of the $app up to its $screen has at most $atMost bytes',
  { timeout: 120_000 },
  async ({ app, late, atMost }) => {
    await ensureBuilt();
    const files = await filesOfFirstLoad(resolve(apps, app, 'dist'), late);
    const sizes = await Promise.all(files.map((file) => sizeOf(resolve(apps, app, 'dist', file))));
    expect(files.some((file) => file.endsWith('.css'))).toBe(true);
    expect(sum(sizes)).toBeLessThan(atMost);
  },
);

test.for([
  { app: 'console', call: endpoints.registerVisit },
  { app: 'kiosk', call: endpoints.registerVisitAtDevice },
])(
  'the built $app has the paths of its calls, without summaries and refusals',
  { timeout: 120_000 },
  async ({ app, call }) => {
    await ensureBuilt();
    const scripts = await readScripts(resolve(apps, app, 'dist'));
    expect(scripts).toContain(call.path);
    const summaries = Object.values(endpoints).map(({ summary }) => summary);
    expect(
      summaries.filter((text) => ['"', "'", '`'].some((mark) => scripts.includes(`summary:${mark}${text}`))),
    ).toEqual([]);
    expect(scripts.match(/\brefusals:\s*\[/g)).toBeNull();
  },
);

async function readScripts(folder: string): Promise<string> {
  const texts: string[] = [];
  for await (const name of glob('**/*.js', { cwd: folder })) texts.push(await readFile(resolve(folder, name), 'utf8'));
  return texts.join('\n');
}

async function filesOfFirstLoad(folder: string, late: readonly string[]): Promise<string[]> {
  const page = await readFile(resolve(folder, 'index.html'), 'utf8');
  const copied = [...page.matchAll(/(?:href|src)="\/(?:kiosk\/|visitor\/)?([\w.-]+)"/g)].map(([, name = '']) => name);
  const manifest = Manifest.parse(JSON.parse(await readFile(resolve(folder, '.vite/manifest.json'), 'utf8')));
  const named = Object.keys(manifest).filter((module) => page.includes(`/${manifest[module]?.file}"`));
  const modules = new Set([...named, ...late]);
  const files = new Set(['index.html', ...copied]);
  for (const module of modules) {
    const built = manifest[module];
    if (!built) throw new Error(`The build has no file of its own for ${module}.`);
    for (const file of [built.file, ...built.css]) files.add(file);
    for (const imported of built.imports) modules.add(imported);
  }
  return [...files];
}

/** Prefers the compressed file that the build wrote. */
async function sizeOf(file: string): Promise<number> {
  const { size } = await stat(`${file}.gz`).catch(() => stat(file));
  return size;
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}
