import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A module of at most this many lines belongs in its only importer. */
const smallLines = 40;

export const exceptions: readonly { files: string; reason: string }[] = [
  {
    files: 'apps/server/src/*/*/*.routes.ts',
    reason: 'app.ts binds one routes file of each term, and the wings must not be one file.',
  },
  {
    files: 'apps/server/src/platform/db/migrations/*.ts',
    reason: 'A released migration never changes, so each one is a file.',
  },
  {
    files: 'apps/server/src/platform/integrations/directory/office365.ts',
    reason: 'Each directory provider is in the file of its name.',
  },
  { files: 'packages/phrases/src/**', reason: 'Each subject has a file of texts.' },
];

export interface SmallModule {
  file: string;
  importer: string;
}

export async function readModules(root: string, folders: readonly string[]): Promise<Map<string, string>> {
  const modules = new Map<string, string>();
  for await (const file of glob(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root, exclude: (name) => name === 'node_modules' },
  )) {
    modules.set(file.replaceAll('\\', '/'), await readFile(path.join(root, file), 'utf8'));
  }
  return modules;
}

/** Tests do not count. Dynamically imported modules are exempt: they load later. */
export function findSmallModules(modules: ReadonlyMap<string, string>): SmallModule[] {
  const importers = new Map<string, Set<string>>();
  const loadedLater = new Set<string>();
  for (const [file, text] of modules) {
    if (isTest(file)) continue;
    for (const { target, isDynamic } of importsOf(file, text)) {
      if (isDynamic) loadedLater.add(target);
      importers.set(target, (importers.get(target) ?? new Set()).add(file));
    }
  }
  return [...modules].flatMap(([file, text]) => {
    const [importer, another] = importers.get(file) ?? [];
    if (importer === undefined || another !== undefined) return [];
    if (isTest(file) || loadedLater.has(file) || linesOf(text) > smallLines) return [];
    return [{ file, importer }];
  });
}

const importPattern = /(?:\bfrom\s|\bimport\s|\bimport(?<dynamic>\())\s*'(?<specifier>(?:\.|@vestibule\/)[^']+)'/g;

export function importsOf(file: string, text: string): { target: string; isDynamic: boolean }[] {
  return [...text.matchAll(importPattern)].map(({ groups }) => ({
    target: targetOf(file, groups?.specifier ?? ''),
    isDynamic: groups?.dynamic !== undefined,
  }));
}

function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
  const [, name = '', ...rest] = specifier.split('/');
  return `packages/${name}/src/${rest.join('/')}`;
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$|\/testing\//.test(file);
}

function linesOf(text: string): number {
  return text.trimEnd().split('\n').length;
}
