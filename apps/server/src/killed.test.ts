import { connectLoopbooking, synchronizeEmployees } from '@vestibule/contract/building/directory.ts';
import { listEmployees } from '@vestibule/contract/building/employee.ts';
import { importEmployees } from '@vestibule/contract/building/employee-edit.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from './platform/db/database.ts';
import { type Building, building } from './testing/building.ts';
import { addressOf } from './testing/caller.ts';
import { startProgram } from './testing/killed-program.ts';
import { access, connectableBuilding, somePeople } from './testing/listing.ts';

const slowly = { timeout: 60_000 };

const of = ({ tenant }: Pick<Building, 'tenant'>) => ({ params: { tenantId: tenant.id } });

async function employeesOf(site: Building) {
  return (await site.as('company').call(listEmployees, of(site))).data;
}

/** Blocks writes to the audit log, the last statement of a transaction. */
async function block(db: Db): Promise<{ untilAnotherWaits: () => Promise<void>; end: () => Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const transaction = db.transaction().execute(async (db) => {
    // The start of a program may take longer than a transaction may be idle.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
    await sql`lock table audit_entry in share mode`.execute(db);
    locked.resolve();
    await promise;
  });
  await locked.promise;
  return {
    async untilAnotherWaits() {
      const waiting = async () => {
        const { rows } = await sql`
          select from pg_locks where relation = 'audit_entry'::regclass and not granted
            and database = (select oid from pg_database where datname = current_database())`.execute(db);
        return rows.length;
      };
      await expect.poll(waiting, { timeout: 30_000 }).toBeGreaterThan(0);
    },
    async end() {
      resolve();
      await transaction;
    },
  };
}

async function letHoldsEnd(db: Db) {
  await sql`update directory_sync set held_until = now() - interval '1 second' where state = 'running'`.execute(db);
}

test('a worker killed during a synchronization leaves nothing, and the next one imports all', slowly, async () => {
  const site = await connectableBuilding(somePeople(500));
  const { db, listing } = site;
  await site.as('company').call(connectLoopbooking, { ...of(site), body: access });
  const before = await employeesOf(site);
  const settings = { LOOPBOOKING_DOMAINS: 'loopbooking.test', LOOPBOOKING_URL: listing.url.href };

  const reading = Promise.withResolvers<void>();
  listing.hold = reading.promise;
  const { readings } = listing;
  const reader = await startProgram(db, settings);
  const answer = site.as('company').call(synchronizeEmployees, of(site));
  await expect.poll(() => listing.readings, { timeout: 30_000 }).toBe(readings + 1);
  await reader.kill();
  reading.resolve();
  expect(await employeesOf(site)).toEqual(before);

  const held = await block(db);
  await letHoldsEnd(db);
  const writer = await startProgram(db, settings);
  await held.untilAnotherWaits();
  await writer.kill();
  await held.end();
  expect(await employeesOf(site)).toEqual(before);

  await letHoldsEnd(db);
  await startProgram(db, settings);
  expect((await answer).data).toMatchObject({ added: 500, conflicts: [] });
  expect(await employeesOf(site)).toHaveLength(before.length + 500);
});

test('a killed import leaves nothing, and the repeated one imports each row once', slowly, async () => {
  const site = await building();
  const { db } = site;
  const before = await employeesOf(site);
  const lines = Array.from({ length: 2_000 }, (_, n) => `Person ${n};person-${n}@aurora.test;`);
  const file = new File([`Name;Email;Phone\n${lines.join('\n')}`], 'staff.csv', { type: 'text/csv' });
  const idempotencyKey = 'the-same-import';

  const program = await startProgram(db, { ROLE: 'web' });
  const held = await block(db);
  const form = new FormData();
  form.set('file', file);
  const sent = fetch(`${program.address}${addressOf(importEmployees, of(site))}`, {
    method: 'POST',
    body: form,
    headers: { cookie: await site.as('company').cookie(), 'idempotency-key': idempotencyKey },
  });
  const end = sent.then(
    () => 'answered',
    () => 'broken off',
  );
  await held.untilAnotherWaits();
  await program.kill();
  expect(await end).toBe('broken off');
  await held.end();
  expect(await employeesOf(site)).toEqual(before);

  const again = await site.as('company').call(importEmployees, { ...of(site), file }, { idempotencyKey });
  expect(again.data.employees).toHaveLength(2_000);
  expect(again.data.conflicts).toEqual([]);
  expect(await employeesOf(site)).toHaveLength(before.length + 2_000);
});
