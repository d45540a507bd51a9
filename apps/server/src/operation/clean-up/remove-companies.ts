import { sql } from 'kysely';
import { type Db, transaction } from '../../platform/db/database.ts';
import type { ScheduledJob } from '../../platform/jobs/worker.ts';
import { forgetRepliesAboutGuests } from '../../visits/visitor/guest-of-visit.ts';
import { eraseVisitors } from '../../visits/visitor/visitor.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';

/** Rows per statement, few enough for other companies. */
const batchSize = 5_000;

type Removal = (db: Db, companyId: number) => Promise<number>;

/** Ordered by foreign keys. */
const removals: Removal[] = [
  removalOf(sql`visit where checked_out_at is not null and`),
  removalOf(sql`visit where checked_out_at is null and`),
  removeVisitors,
  removeMeetings,
  removalOf(sql`employee where`),
];

/** Continues after a stop. */
export const removeCompanies: ScheduledJob = {
  name: 'remove-companies',
  cron: '* * * * *',
  async run({ acrossCompanies, within }) {
    for (const id of await listDeletedCompanies(acrossCompanies)) await removeCompany(within([id]), id);
  },
};

async function listDeletedCompanies(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('company').select('id').where('deleted_at', 'is not', null).execute();
  return rows.map(({ id }) => id);
}

async function removeCompany(db: Db, companyId: number): Promise<void> {
  for (const remove of removals) {
    while ((await remove(db, companyId)) === batchSize) continue;
  }
  await db.deleteFrom('live_channel').where('company_id', '=', companyId).execute();
  await db.deleteFrom('company').where('id', '=', companyId).execute();
}

/** Uses `eraseVisitors`, because stored replies also name visitors and a partner's user could repeat them for a day. */
function removeVisitors(db: Db, companyId: number): Promise<number> {
  return transaction(db, async (db) => {
    const { rows } = await typedSql({ id: int })`
      select id from visitor where company_id = ${companyId} order by id limit ${batchSize} for update`.execute(db);
    const ids = rows.map(({ id }) => id);
    await eraseVisitors(db, companyId, ids);
    return ids.length;
  });
}

/** A partner's user could repeat a reply that names guests, too. */
function removeMeetings(db: Db, companyId: number): Promise<number> {
  return transaction(db, async (db) => {
    const { rows } = await typedSql({ id: int })`
      select id from meeting where company_id = ${companyId} order by id limit ${batchSize} for update`.execute(db);
    const ids = rows.map(({ id }) => id);
    const guests = sql`
      select ig.id from invitation i join invitation_guest ig on ig.company_id = i.company_id and ig.invitation_id = i.id
      where i.company_id = ${companyId} and i.meeting_id = any(${ids}::int[])`;
    await forgetRepliesAboutGuests(db, guests);
    await sql`delete from meeting where company_id = ${companyId} and id = any(${ids}::int[])`.execute(db);
    return ids.length;
  });
}

/** Visits of a removed company are not counted. */
function removalOf(rows: ReturnType<typeof sql>): Removal {
  return async (db, companyId) => {
    const { rows: removed } = await typedSql({ count: int })`
      with gone as (
        delete from ${rows} company_id = ${companyId} and id = any(array(
          select id from ${rows} company_id = ${companyId} order by id limit ${batchSize} for update
        )) returning id
      )
      select count(*) as count from gone`.execute(db);
    return removed[0]?.count ?? 0;
  };
}
