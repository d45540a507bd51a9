import pg from 'pg';
import type { Database } from '../platform/db/database.ts';
import { isChange } from '../platform/db/lease.ts';
import { scopedRole } from '../platform/db/naming-client.ts';
import { queryRows, text } from '../platform/db/typed-sql.ts';
import { afterFile } from './after-file.ts';
import { isForeign } from './foreign-company.ts';
import { forgetWhere } from './forgotten-where.ts';
import type { ScopedStatement } from './scoped-statements.ts';

export interface Replayer {
  /** Repeats statements without their conditions, beside the rows of a foreign company, and takes them back. */
  repeat: (statements: readonly ScopedStatement[], foreignId: number) => Promise<Outcome[]>;
  /** Reads a digest of all rows of a company and its users. */
  rowsOf: (companyId: number) => Promise<string>;
}

interface Outcome {
  text: string;
  /** Under row-level security it reads or changes foreign rows. */
  isLeaking: boolean;
  /** Without row-level security it reads or changes more rows. */
  isGuarded: boolean;
}

interface Touched {
  isForeign: boolean;
  rows: number;
}

/** Without its conditions a statement may find too many rows, compare a text as an id, violate a constraint, or take too long. */
const expected = /^(21|22P02|23|57014)/;
const nothing: Touched = { isForeign: false, rows: 0 };

export async function openReplayer({ connection }: Pick<Database, 'connection'>): Promise<Replayer> {
  const client = new pg.Client(connection);
  await client.connect();
  afterFile(() => client.end());
  await prepareDigest(client);

  async function rowsOf(companyId: number): Promise<string> {
    const [row] = await queryRows(client, { digest: text }, `execute digest_of_company (${companyId})`);
    return row?.digest ?? '';
  }

  async function repeat(statements: readonly ScopedStatement[], foreignId: number): Promise<Outcome[]> {
    const before = statements.length > 0 ? await rowsOf(foreignId) : '';

    async function touch({ text, values }: ScopedStatement, settings: string): Promise<Touched> {
      await client.query(`begin; ${settings}`);
      try {
        const result: pg.QueryResult<object> = await client.query(forgetWhere(text), values);
        const rows = result.rowCount ?? 0;
        if (isForeign(JSON.stringify(result.rows))) return { isForeign: true, rows };
        if (!isChange(text)) return { isForeign: false, rows };
        await client.query('reset role; reset statement_timeout');
        return { isForeign: (await rowsOf(foreignId)) !== before, rows };
      } catch (error) {
        if (error instanceof pg.DatabaseError && expected.test(error.code ?? '')) return nothing;
        throw error;
      } finally {
        await client.query('rollback');
      }
    }

    const outcomes: Outcome[] = [];
    for (const statement of statements) {
      const { text, companies } = statement;
      const scope = `set local role ${scopedRole}; set local vestibule.companies = '${companies}'`;
      const scoped = await touch(statement, scope);
      // Joins of all companies without conditions would take seconds.
      const owner = await touch(statement, `set local statement_timeout = '500ms'`);
      outcomes.push({ text, isLeaking: scoped.isForeign, isGuarded: owner.isForeign || owner.rows > scoped.rows });
    }
    return outcomes;
  }

  return { repeat, rowsOf };
}

/** Rows of users belong to the company of the user. */
async function prepareDigest(client: pg.Client): Promise<void> {
  const tables = await queryRows(
    client,
    { name: text, condition: text },
    `select distinct on (c.oid) format('%I', c.relname) as name, case
      when a.attname = 'company_id' then 'company_id = $1'
      when a.attname = 'user_id' then 'user_id in (select id from user_account where company_id = $1)'
      else 'id = $1' end as condition
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (a.attname in ('company_id', 'user_id') or (c.relname = 'company' and a.attname = 'id'))
    order by c.oid, a.attname`,
  );
  const digests = tables.map(
    ({ name, condition }) =>
      `select md5(string_agg(t::text, '' order by t::text)) as md5 from ${name} t where ${condition}`,
  );
  await client.query(`
    prepare digest_of_company (int) as
    select coalesce(string_agg(md5, ''), '') as digest from (${digests.join(' union all ')}) as tables`);
}
