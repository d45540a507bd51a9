import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { acrossCompanies } from './across-companies.ts';
import { lint } from './planted.ts';

const root = path.resolve(import.meta.dirname, '..');

const planted: [source: string, verdict: 'allowed' | 'refused'][] = [
  ['({ acrossCompanies }) => listDue(acrossCompanies, now)', 'allowed'],
  ['(reach) => listDue(reach.acrossCompanies, now)', 'allowed'],
  ['(reach) => clock.now(reach.acrossCompanies)', 'allowed'],
  ['({ acrossCompanies }) => forgetSome(acrossCompanies, 7, [])', 'refused'],
  ['(reach) => forgetSome(reach.acrossCompanies, 7, [])', 'refused'],
  ['({ acrossCompanies }) => transaction(acrossCompanies, work)', 'refused'],
  ['({ acrossCompanies: db }) => listDue(db, now)', 'refused'],
  ["({ acrossCompanies }) => acrossCompanies.deleteFrom('guest').execute()", 'refused'],
  ['({ acrossCompanies }) => sql`delete from guest`.execute(acrossCompanies)', 'refused'],
  ['({ acrossCompanies }) => startSender({ db: acrossCompanies })', 'refused'],
  ["(reach) => forgetSome(reach['acrossCompanies'], 7, [])", 'refused'],
  ["(reach) => listDue(reach['acrossCompanies'], now)", 'refused'],
  ['(reach) => forgetSome(reach[`acrossCompanies`], 7, [])', 'refused'],
  ["({ 'acrossCompanies': db }) => forgetSome(db, 7, [])", 'refused'],
  ['({ acrossCompanies }) => { const db = acrossCompanies; return forgetSome(db, 7, []); }', 'refused'],
];

// One run of the linter with a case a line: each run takes a second.
const lines = planted.map(([source], index) => `export const run${index} = ${source};`);
const findings = (await lint({ 'apps/server/src/visits/invitation/forget.ts': lines.join('\n') })).filter(
  ({ rule }) => rule === 'vestibule(across-companies)',
);

test.each(planted.map((row, index) => [...row, index + 1] as const))(
  'in the job of guests, %s is %s',
  (_source, verdict, line) => {
    expect(findings.filter((finding) => finding.line === line)).toHaveLength(verdict === 'refused' ? 1 : 0);
  },
);

test.each(acrossCompanies)(
  'the use of acrossCompanies for $work exists, and docs/security.md has its reason',
  async ({ work, uses }) => {
    const docs = await readFile(path.join(root, 'docs/security.md'), 'utf8');
    expect(docs).toContain(`| ${work} | `);
    for (const [file, functions] of Object.entries(uses)) {
      const source = await readFile(path.join(root, 'apps/server/src', file), 'utf8');
      for (const name of functions) expect(source, `${name} in ${file}`).toMatch(new RegExp(`\\b${name}\\(`));
    }
  },
);
