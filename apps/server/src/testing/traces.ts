import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { text, typedSql } from '../platform/db/typed-sql.ts';

export function wordsIn(contents: Buffer | string, words: readonly string[]): string[] {
  const text = (typeof contents === 'string' ? contents : contents.toString('latin1')).toLowerCase();
  return words.filter((word) => {
    const [plain, hex] = [word.toLowerCase(), Buffer.from(word).toString('hex')];
    return text.includes(plain) || text.includes(hex);
  });
}

export async function tablesWith(db: Db, words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await typedSql({ name: text })`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm') and n.nspname <> 'information_schema'`.execute(db);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await typedSql({ row: text })`select t::text as row from ${sql.raw(name)} t`.execute(db);
    const stand = wordsIn(rows.map(({ row }) => row).join('\n'), words);
    if (stand.length > 0) found.push(`${name}: ${stand.join(', ')}`);
  }
  return found;
}

export async function filesWith(folder: string, words: readonly string[], except?: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = relative(folder, join(entry.parentPath, entry.name));
    if (except !== undefined && path.startsWith(except)) continue;
    const stand = wordsIn(await readFile(join(folder, path)), words);
    if (stand.length > 0) found.push(`${path}: ${stand.join(', ')}`);
  }
  return found;
}
