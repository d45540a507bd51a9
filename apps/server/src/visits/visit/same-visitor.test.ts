import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building, seedVisitor, visitTo } from '../../testing/building.ts';
import { queuedBehind, untilWaiting } from '../../testing/queued.ts';

test('a check-in and a check-out of one visitor at the same time do not deadlock', async () => {
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

test('answers a deadlocked call with a time to retry, and undoes all of it', async () => {
  const { as, db, tenant, ...site } = await building();
  const visitor = await seedVisitor(db, site, { inside: tenant });
  const leave = () => as('company').call(checkOutVisitor, { params: { visitorId: visitor.id } });
  const putOff = await db.transaction().execute(async (held) => {
    await sql`set local deadlock_timeout = '10s'`.execute(held);
    await sql`select from visit where visitor_id = ${visitor.id} for update`.execute(held);
    const answer = leave();
    await untilWaiting(db, 1);
    await sql`select from visitor where id = ${visitor.id} for update`.execute(held);
    return answer;
  });
  expect(putOff).toBeRefused(503, 'unavailable');
  expect(putOff.headers['retry-after']).toBe('2');
  expect(await leave()).toMatchObject({ status: 200, data: { currentVisitRecordId: null } });
});
