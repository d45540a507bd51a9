import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exceptions, findSmallModules, readModules } from './grain.ts';

const root = path.resolve(import.meta.dirname, '..');

const allFolders = ['apps/*/src', 'apps/*/worker', 'packages/*/src'];

const checkedFolders = ['apps/console/src', 'apps/kiosk/src', 'apps/visitor/src', 'apps/server/src', 'packages/*/src'];

const found = findSmallModules(await readModules(root, allFolders)).filter(({ file }) => isIn(checkedFolders, file));

test('a module of at most 40 lines with a single importer is part of that importer', () => {
  const unexcused = found.filter(({ file }) => !exceptions.some(({ files }) => path.matchesGlob(file, files)));
  expect(unexcused).toEqual([]);
});

test.each(exceptions)('the exception for $files is still needed', ({ files }) => {
  expect(found.filter(({ file }) => path.matchesGlob(file, files))).not.toEqual([]);
});

// Lint counts the lines of modules.
test('no stylesheet and no SQL file has more than 300 lines', async () => {
  const long: string[] = [];
  for await (const file of glob('{apps,packages}/*/src/**/*.{css,sql}', { cwd: root })) {
    const text = await readFile(path.join(root, file), 'utf8');
    if (text.trimEnd().split('\n').length > 300) long.push(file);
  }
  expect(long).toEqual([]);
});

test('a folder of the console has at most one stylesheet of 25 lines or fewer', async () => {
  const small: string[] = [];
  for await (const file of glob('apps/console/src/**/*.module.css', { cwd: root })) {
    const text = await readFile(path.join(root, file), 'utf8');
    if (text.trimEnd().split('\n').length <= 25) small.push(path.dirname(file));
  }
  expect(small.filter((folder, index) => small.indexOf(folder) !== index)).toEqual([]);
});

const small = 'export const one = 1;\n';
const folder = 'apps/server/src/visits/visit';

test.each<{ module: string; importers: Record<string, string>; isFound: boolean }>([
  { module: 'one importer', importers: { 'visit.ts': "import { one } from './one.ts';" }, isFound: true },
  {
    module: 'one importer of its type',
    importers: { 'visit.ts': "import type { One } from './one.ts';" },
    isFound: true,
  },
  { module: 'one re-export', importers: { 'visit.ts': "export { one } from './one.ts';" }, isFound: true },
  {
    module: 'an importer and a test',
    importers: { 'visit.ts': "import { one } from './one.ts';", 'one.test.ts': "import { one } from './one.ts';" },
    isFound: true,
  },
  {
    module: 'two importers',
    importers: { 'visit.ts': "import { one } from './one.ts';", 'scan.ts': "import { one } from './one.ts';" },
    isFound: false,
  },
  { module: 'one dynamic import', importers: { 'visit.ts': "await import('./one.ts');" }, isFound: false },
  { module: 'no importer', importers: {}, isFound: false },
])('a small module with $module: found is $isFound', ({ importers, isFound }) => {
  const modules = plant({ 'one.ts': small, ...importers });
  expect(findSmallModules(modules).map(({ file }) => file)).toEqual(isFound ? [`${folder}/one.ts`] : []);
});

test('a module of 40 lines is small, and one of 41 lines is not', () => {
  const visit = "import { one } from './one.ts';";
  expect(findSmallModules(plant({ 'one.ts': small.repeat(40), 'visit.ts': visit }))).toHaveLength(1);
  expect(findSmallModules(plant({ 'one.ts': small.repeat(41), 'visit.ts': visit }))).toEqual([]);
});

test('an import from another workspace counts', () => {
  const modules = new Map([
    ['packages/contract/src/visits/one.ts', small],
    ['apps/server/src/visits/visit.ts', "import { one } from '@vestibule/contract/visits/one.ts';"],
  ]);
  expect(findSmallModules(modules)).toHaveLength(1);
});

function plant(files: Record<string, string>): Map<string, string> {
  return new Map(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}

function isIn(folders: readonly string[], file: string): boolean {
  return folders.some((folder) => path.matchesGlob(file, `${folder}/**`));
}
