import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transaction } from '../../platform/db/database.ts';
import { text, typedSql } from '../../platform/db/typed-sql.ts';
import { building } from '../../testing/building.ts';

test('many custom settings are read by their index', async () => {
  const { db, company } = await building();
  const plans: string[] = [];
  const undo = new Error('undo');
  const planning = transaction(db, async (db) => {
    await sql`
      with added as (
        insert into tenant (company_id, name)
        select ${company.id}::int, 'Firm ' || number from generate_series(1, 500) number returning company_id, id
      )
      insert into tenant_settings (company_id, tenant_id, country_code)
      select company_id, id, 'NO' from added`.execute(db);
    await sql`update tenant set enable_custom_settings = true where company_id = ${company.id} and name like 'Firm %'`.execute(
      db,
    );
    await sql`analyze tenant, tenant_settings`.execute(db);
    const { rows } = await typedSql({ 'QUERY PLAN': text })`
      explain select s.gdpr_handling from tenant_settings_in_force s
      where s.company_id = ${company.id} and s.for_tenant_id in (
        select id from tenant where company_id = ${company.id} and name like 'Firm 1%')`.execute(db);
    plans.push(...rows.map((row) => row['QUERY PLAN']));
    throw undo;
  });
  await expect(planning).rejects.toBe(undo);
  expect(plans.join('\n')).toMatch(/tenant_settings_company_id_tenant_id_key.*\n.*Index Cond:.*tenant_id = /);
});
