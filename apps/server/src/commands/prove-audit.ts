import { type Break, countUnbound, proveChains } from '../platform/audit/chain.ts';
import { readConfig } from '../config.ts';
import { CannotStart, reasonOf } from '../platform/cannot-start.ts';
import { withCommandDatabase } from '../platform/db/command-database.ts';
import { type Database, onlyRow } from '../platform/db/database.ts';
import { bool, typedSql } from '../platform/db/typed-sql.ts';

/*
 * `npm run audit:prove`: verifies the audit log, also beside the running program. Exits with 1 for a broken chain, and with 2 if it
 * cannot tell.
 */
try {
  process.exitCode = await withCommandDatabase(readConfig(), 'program', prove);
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 2;
}

async function prove({ db }: Database): Promise<number> {
  const { rows } = await typedSql({ is_there: bool })`select to_regclass('audit_link') is not null as is_there`.execute(
    db,
  );
  if (!onlyRow(rows).is_there)
    throw new CannotStart('The database has no audit log yet: start the program on it first.');
  const { proven, breaks } = await proveChains(db);
  process.stdout.write(`${describe(proven, breaks, await countUnbound(db)).join('\n')}\n`);
  return breaks.length === 0 ? 0 : 1;
}

function describe(proven: number, breaks: Break[], unbound: number): string[] {
  const lines = [`Links that hold: ${proven}`, `Chains that are broken: ${breaks.length}`];
  for (const { companyId, position } of breaks) {
    lines.push(`  ${companyId === 0 ? 'entries of no company' : `company ${companyId}`}: from link ${position} on`);
  }
  if (unbound > 0) lines.push(`Entries that are not bound yet: ${unbound}`);
  return lines;
}
