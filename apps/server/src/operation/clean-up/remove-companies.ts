import { sql } from 'kysely';
import { type Db, transaction } from '../../platform/db/database.ts';
import type { ScheduledJob } from '../../platform/jobs/worker.ts';
import { eraseVisitors } from '../../visits/visitor/visitor.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';

/** Rows removed in one statement: small enough that the desks of other companies do not notice. */
const batch = 5_000;

/** Removes a batch of what a company owns, and says how many rows that was. */
type Removal = (db: Db, companyId: number) => Promise<number>;

/** In an order in which nothing is left that refers to what goes. */
const removals: Removal[] = [
  removalOf(sql`visit where checked_out_at is not null and`),
  removalOf(sql`visit where checked_out_at is null and`),
  removeVisitors,
  removalOf(sql`employee where`),
];

/** Removes what deleted companies owned, and then them. It goes on where it was stopped. */
export const removeCompanies: ScheduledJob = {
  name: 'remove-companies',
  cron: '* * * * *',
  async run(db) {
    const companies = await db.selectFrom('company').select('id').where('deleted_at', 'is not', null).execute();
    for (const { id } of companies) await removeCompany(db, id);
  },
};

async function removeCompany(db: Db, companyId: number): Promise<void> {
  for (const remove of removals) {
    while ((await remove(db, companyId)) === batch) continue;
  }
  await db.deleteFrom('company').where('id', '=', companyId).execute();
}

/** Goes by `eraseVisitors`, as stored replies name visitors too: a partner's user could ask for those for another day. */
function removeVisitors(db: Db, companyId: number): Promise<number> {
  return transaction(db, async (db) => {
    const { rows } = await typedSql({ id: int })`
      select id from visitor where company_id = ${companyId} order by id limit ${batch} for update`.execute(db);
    const ids = rows.map(({ id }) => id);
    await eraseVisitors(db, ids);
    return ids.length;
  });
}

function removalOf(rows: ReturnType<typeof sql>): Removal {
  return async (db, companyId) => {
    const { rows: removed } = await typedSql({ count: int })`
      with gone as (
        delete from ${rows} id in (select id from ${rows} company_id = ${companyId} order by id limit ${batch} for update) returning id
      )
      select count(*) as count from gone`.execute(db);
    return removed[0]?.count ?? 0;
  };
}
