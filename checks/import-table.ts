import path from 'node:path';

interface Row {
  part: string;
  files: string;
  /** `:src` is the importing file's source folder, `:folder` its folder in it. */
  may: string[];
  /** Default: any library. */
  libraries?: string[];
}

const contract = 'packages/contract/src/**';
const phrases = 'packages/phrases/src/**';
const ui = 'packages/ui/src/**';
const web = 'packages/web/src/**';

/** Lowest first: a file may import the folders before its own. The contract has the same wings. */
export const serverFolders = [
  'platform/cannot-start.ts',
  'platform/db',
  'platform/integrations',
  'platform/http',
  'platform/values',
  'platform/csv',
  'platform/pictures',
  'platform/live',
  'platform/observability',
  'platform/jobs',
  'platform/events',
  'platform/audit',
  'platform/outbox',
  'platform/backup',
  'accounts/scope',
  'accounts/session',
  'accounts/user',
  'accounts/company',
  'accounts/partner',
  'building/image',
  'building/tenant',
  'building/settings',
  'building/employee',
  'building/directory',
  'visits/visitor',
  'visits/badge',
  'visits/retention',
  'visits/notification',
  'visits/expected',
  'visits/invitation',
  'visits/visit',
  'visits/pass',
  'visits/answer',
  'visits/host',
  'visits/live-channel',
  'visits/history',
  'visits/evacuation',
  'kiosks/kiosk',
  'kiosks/license',
  'kiosks/device',
  'operation/audit-log',
  'operation/clean-up',
  'operation/status',
] as const;

/** Lowest first. Screens compose the dialogs and queries of other terms, so within a wing screens set the order. */
export const consoleFolders = [
  'accounts/company',
  'accounts/session',
  'accounts/user',
  'accounts/partner',
  'building/image',
  'building/settings',
  'building/directory',
  'building/employee',
  'building/tenant',
  'visits/message',
  'visits/visitor',
  'visits/invitation',
  'visits/host',
  'visits/history',
  'visits/evacuation',
  'kiosks/kiosk-settings',
  'kiosks/license',
  'kiosks/kiosk',
  'operation/audit',
  'operation/status',
] as const;

const wings = ['platform', 'accounts', 'building', 'visits', 'kiosks', 'operation'] as const;

const server = 'apps/server/src';
const rules = '!(*.store|*.routes|*.test).ts';

const serverRows: Row[] = serverFolders.map((folder, index) => ({
  part: `the server's ${folder}`,
  files: inServer(folder),
  may: [
    ...contractUpTo(folder),
    phrases,
    inServer(folder),
    ...serverFolders
      .slice(0, index)
      .map((lower) => (lower.startsWith('platform/') ? inServer(lower) : `${server}/${lower}/**/${rules}`)),
  ],
}));

function inServer(folder: string): string {
  return folder.endsWith('.ts') ? `${server}/${folder}` : `${server}/${folder}/**`;
}

function contractUpTo(folder: string): string[] {
  return wingsUpTo(folder).map((wing) => `packages/contract/src/${wing}/**`);
}

function wingsUpTo(folder: string): readonly string[] {
  const rank = wings.findIndex((wing) => folder.startsWith(`${wing}/`));
  return wings.slice(0, rank + 1);
}

const browserCode = [contract, phrases, ui, web];

const inConsole = 'apps/console/src';
const consoleShared = `${inConsole}/{navigation.ts,{shell,ui}/**}`;

const consoleRows: Row[] = consoleFolders.map((folder, index) => ({
  part: `the console's ${folder}`,
  files: `${inConsole}/${folder}/**`,
  may: [
    ...browserCode,
    consoleShared,
    `${inConsole}/${folder}/**`,
    ...consoleFolders
      .slice(0, index)
      .map((lower) => `${inConsole}/${lower}/**/{use-!(*.test).{ts,tsx},!(*.test)-queries.ts}`),
  ],
}));

const kioskShared = 'apps/kiosk/src/{flow.ts,flow-states.ts,greeting.ts,questions.ts,{shell,ui,offline}/**}';
const kioskHooks = 'apps/kiosk/src/**/use-!(*.test).{ts,tsx}';

/** The first matching row decides. A file without a row may import anything. */
const table: Row[] = [
  ...wings.map((wing) => ({
    part: `the contract's ${wing}`,
    files: `packages/contract/src/${wing}/**`,
    may: contractUpTo(`${wing}/`),
    libraries: ['zod'],
  })),
  { part: 'the contract', files: contract, may: [contract], libraries: ['zod'] },
  ...wings.map((wing) => ({
    part: `the phrases of ${wing}`,
    files: `packages/phrases/src/*/${wing}/**`,
    may: [
      ...contractUpTo(`${wing}/`),
      'packages/phrases/src/*.ts',
      ...wingsUpTo(`${wing}/`).map((lower) => `packages/phrases/src/*/${lower}/**`),
    ],
    libraries: [],
  })),
  { part: 'the phrases', files: phrases, may: [phrases, contract], libraries: [] },
  {
    part: 'the ui package',
    files: ui,
    may: [ui],
    libraries: ['react', 'react-aria-components', '@internationalized/date'],
  },
  { part: 'the web package', files: web, may: [web, contract, phrases] },

  // The types of all tables, whichever wing owns them.
  { part: 'the tables', files: `${server}/platform/db/tables/**`, may: [contract, inServer('platform/db')] },
  ...serverRows,
  {
    part: 'the server as a whole',
    files: `${server}/{*.ts,{commands,testing,demo}/**}`,
    may: [contract, phrases, `${server}/**`],
  },

  { part: 'shared code of the console', files: `${inConsole}/{shell,ui}/**`, may: [...browserCode, consoleShared] },
  ...consoleRows,
  { part: 'shared code of the kiosk', files: kioskShared, may: [...browserCode, kioskShared, kioskHooks] },
  {
    part: 'an app as a whole',
    files: 'apps/{console,kiosk,visitor}/src/{*,testing/**}',
    may: [...browserCode, ':src/**'],
  },
  {
    part: 'the preview of the kiosk',
    files: 'apps/kiosk/src/preview/**',
    may: [...browserCode, ':folder/**', kioskShared, kioskHooks, 'apps/kiosk/src/device/{device,states}.ts'],
  },
  {
    part: 'a feature of the kiosk',
    files: 'apps/kiosk/src/*/**',
    may: [...browserCode, ':folder/**', kioskShared, kioskHooks],
  },
];

/** Tests drive the whole program, so they may use its settings and the rules of higher folders. */
const forTests = [contract, ':src/testing/**', `${server}/{config,wiring}.ts`, `${server}/*/*/**/${rules}`];

const packages = ['contract', 'phrases', 'ui', 'web'];

/**
 * Explains why an import is refused, or returns nothing.
 * @param file the importing file, from the repository root, with forward slashes
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

  const [, src, folder = ''] = /^((?:packages|apps)\/[^/]+\/src)(\/[^/]+)?/.exec(file) ?? [];
  const may = isTest ? [...row.may, ...forTests] : row.may;
  const allowed = may
    .map((glob) => glob.replace(':src', `${src}`).replace(':folder', `${src}${folder}`))
    .some((glob) => path.matchesGlob(target, glob));
  return allowed ? undefined : `${row.part} may not import ${target}`;
}

function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);

  const [, name = '', rest = ''] = /^@vestibule\/([^/]+)\/?(.*)$/.exec(specifier) ?? [];
  if (!name) return undefined;
  return `${packages.includes(name) ? 'packages' : 'apps'}/${name}/src/${rest}`;
}
