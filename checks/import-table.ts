import path from 'node:path';

/** A part of the repository and what its files may import. Paths are globs from the root. */
interface Row {
  /** What a finding calls the part. */
  part: string;
  files: string;
  /** `:src` stands for the source folder of the importing file's workspace, `:folder` for that file's own folder in it. */
  may: string[];
  /** The packages from outside that the part may import; any when absent. */
  libraries?: string[];
}

const contract = 'packages/contract/src/**';
const phrases = 'packages/phrases/src/**';
const web = 'packages/web/src/**';

const infrastructure = 'apps/server/src/{{config,config-values}.ts,{http,db,jobs,live,integrations,observability}/**}';
const domainRules = 'apps/server/src/!(testing|demo)/!(*.store|*.routes|*.test).ts';

const shared = ':src/{flow.ts,questions.ts,{shell,ui,offline}/**}';
const hooks = ':src/*/use-!(*.test).{ts,tsx}';

/** What may import what. A file belongs to the first row whose `files` match it; a file in no row may import anything. */
const table: Row[] = [
  { part: 'the contract', files: contract, may: [contract], libraries: ['zod'] },
  { part: 'the phrases', files: phrases, may: [phrases, contract], libraries: [] },
  { part: 'the web package', files: web, may: [web, contract, phrases] },

  { part: 'server infrastructure', files: infrastructure, may: [contract, phrases, infrastructure] },
  {
    part: 'the server as a whole',
    files: 'apps/server/src/{*.ts,{testing,demo}/**}',
    may: [contract, phrases, 'apps/server/src/**'],
  },
  {
    part: 'a server domain',
    files: 'apps/server/src/*/**',
    may: [contract, phrases, infrastructure, ':folder/**', domainRules],
  },

  {
    part: 'shared code of an app',
    files: 'apps/{console,kiosk}/src/{flow.ts,questions.ts,{shell,ui,offline}/**}',
    may: [contract, phrases, web, shared, hooks, ':src/navigation.ts'],
  },
  {
    part: 'an app as a whole',
    files: 'apps/{console,kiosk}/src/{*,testing/**}',
    may: [contract, phrases, web, ':src/**'],
  },
  {
    part: 'a feature',
    files: 'apps/{console,kiosk}/src/*/**',
    may: [contract, phrases, web, ':folder/**', shared, hooks],
  },
];

const packages = ['contract', 'phrases', 'web'];

/**
 * Says why a file may not import a module, or nothing when it may.
 * @param file the importing file, from the root of the repository, with forward slashes
 * @param specifier the module as the import names it
 */
export function importRefused(file: string, specifier: string): string | undefined {
  const row = table.find(({ files }) => path.matchesGlob(file, files));
  if (!row) return undefined;

  const isTest = /\.test\.tsx?$/.test(file);
  const target = targetOf(file, specifier);
  if (!target) {
    if (isTest || !row.libraries || row.libraries.includes(specifier)) return undefined;
    return `${row.part} may not import the library ${specifier}`;
  }

  const [, src, folder] = /^((?:packages|apps)\/[^/]+\/src)(\/[^/]+)?/.exec(file) ?? [];
  const may = isTest ? [...row.may, ':src/testing/**'] : row.may;
  const allowed = may
    .map((glob) => glob.replace(':src', `${src}`).replace(':folder', `${src}${folder}`))
    .some((glob) => path.matchesGlob(target, glob));
  return allowed ? undefined : `${row.part} may not import ${target}`;
}

/** The imported file from the root of the repository, or nothing for a library. */
function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);

  const [, name = '', rest = ''] = /^@vestibule\/([^/]+)\/?(.*)$/.exec(specifier) ?? [];
  if (!name) return undefined;
  return `${packages.includes(name) ? 'packages' : 'apps'}/${name}/src/${rest}`;
}
