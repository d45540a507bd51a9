import { expect, test } from 'vitest';
import { lint } from './planted.ts';

/** A planted violation for each promise of .oxlintrc.json, and beside it what stays allowed. */
const planted: [file: string, source: string, rule: string, verdict: 'refused' | 'allowed'][] = [
  [
    'apps/server/src/visit/floating.ts',
    'async function send() { await Promise.resolve(); }\nexport function checkIn() { send(); }',
    'typescript(no-floating-promises)',
    'refused',
  ],
  [
    'apps/server/src/visit/misused.ts',
    'export async function isIn() { return Promise.resolve(true); }\nexport const word = () => (isIn() ? 1 : 2);',
    'typescript(no-misused-promises)',
    'refused',
  ],
  [
    'apps/server/src/visit/unhandled.ts',
    "export async function read() { try { return Promise.reject(new Error('no')); } catch { return 1; } }",
    'typescript(return-await)',
    'refused',
  ],
  ['apps/server/src/visit/any.ts', 'export const row: any = 1;', 'typescript(no-explicit-any)', 'refused'],
  [
    'apps/server/src/visit/unsafe.ts',
    "export const row: { id: number } = JSON.parse('{}');",
    'typescript(no-unsafe-assignment)',
    'refused',
  ],
  [
    'apps/server/src/visit/bang.ts',
    'export const first = (rows: number[]) => rows[0]!;',
    'typescript(no-non-null-assertion)',
    'refused',
  ],
  [
    'apps/server/src/visit/as.ts',
    'export const id = (body: unknown) => body as number;',
    'typescript(no-unsafe-type-assertion)',
    'refused',
  ],
  [
    'apps/server/src/visit/literal.ts',
    'export const row = {} as { id: number };',
    'typescript(no-unsafe-type-assertion)',
    'refused',
  ],
  [
    'apps/server/src/visit/as-const.ts',
    "export const kinds = ['a', 'b'] as const;",
    'typescript(no-unsafe-type-assertion)',
    'allowed',
  ],
  [
    'apps/server/src/visit/type.ts',
    "import { Server } from 'node:http';\nexport type Mine = Server;",
    'typescript(consistent-type-imports)',
    'refused',
  ],
  [
    'apps/server/src/visit/missing-case.ts',
    "export function word(kind: 'a' | 'b') { switch (kind) { case 'a': return 1; } return 2; }",
    'typescript(switch-exhaustiveness-check)',
    'refused',
  ],
  ['apps/server/src/visit/default.ts', 'export default function visit() {}', 'import(no-default-export)', 'refused'],
  ['apps/console/vite.config.ts', 'export default {};', 'import(no-default-export)', 'allowed'],
  ['packages/web/src/index.ts', "export * from './call.ts';", 'oxc(no-barrel-file)', 'refused'],
  ['apps/server/src/visit/console.ts', "console.log('in');", 'eslint(no-console)', 'refused'],
  ['scripts/start.mjs', "console.log('in');", 'eslint(no-console)', 'allowed'],
  ['apps/server/src/visit/env.ts', 'export const port = process.env.PORT;', 'node(no-process-env)', 'refused'],
  [
    'apps/server/src/visit/env-global.ts',
    'export const port = globalThis.process.env.PORT;',
    'eslint(no-restricted-properties)',
    'refused',
  ],
  [
    'apps/server/src/visit/env-import.ts',
    "import { env } from 'node:process';\nexport const port = env.PORT;",
    'eslint(no-restricted-imports)',
    'refused',
  ],
  ['apps/server/src/config.ts', 'export const port = process.env.PORT;', 'node(no-process-env)', 'allowed'],
  ['e2e/visitor.spec.ts', 'export const port = process.env.PORT;', 'node(no-process-env)', 'allowed'],
  [
    'apps/server/src/visit/todo.ts',
    '// TODO: later\nexport const later = 1;',
    'eslint(no-warning-comments)',
    'refused',
  ],
  ['apps/server/src/visit/loose.ts', 'export const is = (a: unknown) => a == 1;', 'eslint(eqeqeq)', 'refused'],
  ['apps/server/src/visit/VisitFile_old.ts', 'export const old = 1;', 'unicorn(filename-case)', 'refused'],
  ['apps/server/src/db/migrations/0001-first.ts', 'export const first = 1;', 'unicorn(filename-case)', 'allowed'],
  ['apps/server/src/visit/visit.store.ts', 'export const store = 1;', 'unicorn(filename-case)', 'allowed'],
  [
    'apps/server/src/visit/long.ts',
    `export const long = 1;\n${'// A line.\n'.repeat(300)}`,
    'eslint(max-lines)',
    'refused',
  ],
  ['apps/server/src/visit/unused.ts', 'const unused = 1;\nexport {};', 'eslint(no-unused-vars)', 'refused'],
  [
    'apps/server/src/visit/needless.ts',
    '// oxlint-disable-next-line eqeqeq\nexport const calm = 1;',
    'unused-directive',
    'refused',
  ],
  [
    'apps/server/src/visit/only.test.ts',
    "import { expect, test } from 'vitest';\ntest.only('a', () => expect(1).toBe(1));",
    'vitest(no-focused-tests)',
    'refused',
  ],
  [
    'apps/server/src/visit/skip.test.ts',
    "import { expect, test } from 'vitest';\ntest.skip('a', () => expect(1).toBe(1));",
    'vitest(no-disabled-tests)',
    'refused',
  ],
  [
    'apps/server/src/visit/empty.test.ts',
    "import { test } from 'vitest';\ntest('a', () => {});",
    'vitest(expect-expect)',
    'refused',
  ],

  [
    'apps/server/src/visit/one.ts',
    "import { two } from './two.ts';\nexport const one = two;",
    'import(no-cycle)',
    'refused',
  ],
  [
    'apps/server/src/visit/two.ts',
    "import { one } from './one.ts';\nexport const two = one;",
    'import(no-cycle)',
    'refused',
  ],
  [
    'apps/server/src/visit/three.ts',
    "import type { Four } from './four.ts';\nexport type Three = Four[];",
    'import(no-cycle)',
    'refused',
  ],
  [
    'apps/server/src/visit/four.ts',
    "import type { Three } from './three.ts';\nexport interface Four { three: Three }",
    'import(no-cycle)',
    'refused',
  ],
  [
    'apps/server/src/visit/five.ts',
    "import { one } from './one.ts';\nexport const five = one;",
    'import(no-cycle)',
    'allowed',
  ],

  [
    'apps/console/src/visit/Hook.tsx',
    "import { useState } from 'react';\nexport function Hook({ on }: { on: boolean }) { if (on) useState(1); return null; }",
    'react-hooks(rules-of-hooks)',
    'refused',
  ],
  [
    'apps/console/src/visit/use-visits.ts',
    "import { useState } from 'react';\nexport function useVisits(on: boolean) { if (on) useState(1); }",
    'react-hooks(rules-of-hooks)',
    'refused',
  ],
  [
    'apps/console/src/visit/Effect.tsx',
    "import { useEffect } from 'react';\nexport function Effect({ a }: { a: string }) { useEffect(() => { document.title = a; }, []); return null; }",
    'react-hooks(exhaustive-deps)',
    'refused',
  ],
  [
    'apps/console/src/visit/Keys.tsx',
    'export const Keys = ({ rows }: { rows: string[] }) => <ul>{rows.map((row) => <li>{row}</li>)}</ul>;',
    'react(jsx-key)',
    'refused',
  ],
  [
    'apps/console/src/visit/Photo.tsx',
    'export const Photo = ({ src }: { src: string }) => <img src={src} />;',
    'jsx-a11y(alt-text)',
    'refused',
  ],
  [
    'apps/console/src/visit/Row.tsx',
    'export const Row = ({ open }: { open: () => void }) => <div onClick={open} />;',
    'jsx-a11y(click-events-have-key-events)',
    'refused',
  ],
];

const findings = await lint(Object.fromEntries(planted.map(([file, source]) => [file, source])));

test.each(planted.map(([file, , rule, verdict]) => ({ file, rule, verdict })))(
  '$rule in $file is $verdict',
  ({ file, rule, verdict }) => {
    const found = findings.some((finding) => finding.file === file && finding.rule === rule);
    expect(found ? 'refused' : 'allowed').toBe(verdict);
  },
);
