import { checkOutVisitor, registerVisit } from '@vestibule/contract/registration.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building, seedVisitor, visitTo } from '../testing/building.ts';
import { queuedBehind } from '../testing/queued.ts';

/** What several desks do with one visitor at the same moment. */

test('of one who checks a visitor in and one who checks them out, neither waits for ever', async () => {
  const { as, db, tenant, ...site } = await building();
  const visitor = await seedVisitor(db, site, { inside: tenant, expectedBy: tenant });
  const row = sql`select from visitor where id = ${visitor.id} for update`;
  const [arrives, leaves] = await queuedBehind<{ status: number }>(db, row, [
    () => as('reception').call(registerVisit, visitTo(tenant, { phone: visitor.phone })),
    () => as('company').call(checkOutVisitor, { params: { visitorId: visitor.id } }),
  ]);
  expect(arrives).toBeRefused(409, 'visitorIsAlreadyCheckedIn');
  expect(leaves).toMatchObject({ status: 200, data: { id: visitor.id, currentVisitRecordId: null } });
});
