import { deleteTenant } from '@vestibule/contract/building/tenant.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building } from '../../testing/building.ts';

test('the time to delete many visitors does not depend on stored replies about others', async () => {
  const { as, db, company, tenant, elsewhere } = await building();
  await sql`
    insert into visitor (company_id, name, company_name, phone, preregistered_tenant_id)
    select ${company.id}, 'Liv Hauge', 'Bergen Kommune', '+4791' || lpad(n::text, 6, '0'), ${tenant.id} from generate_series(1, 200) n`.execute(
    db,
  );
  await sql`
    insert into idempotent_reply (user_id, key, request_hash, reply)
    select ${elsewhere.users.company.id}, 'key' || n, '', jsonb_build_object('visitors', (
      select jsonb_agg(jsonb_build_object('id', 1000000 + n * 100 + m, 'name', 'Somebody')) from generate_series(1, 20) m
    ), 'html', repeat(md5(n::text), 500)) from generate_series(1, 3000) n`.execute(db);
  const began = performance.now();
  const answer = await as('company').call(deleteTenant, { params: { tenantId: tenant.id } });
  expect(answer).toMatchObject({ status: 200 });
  expect(performance.now() - began).toBeLessThan(5_000);
});
