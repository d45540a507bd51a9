import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { changeTenantSettings } from '@vestibule/contract/building/settings.ts';
import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { notify, startBus } from '../../platform/live/bus.ts';
import { int, float, typedSql } from '../../platform/db/typed-sql.ts';
import { seedVisit, seedVisitor } from '../../testing/building.ts';
import { pass, patientBuilding } from '../../testing/escalation.ts';
import { startProgram } from '../../testing/killed-program.ts';
import { announcingAs } from '../../testing/messaging.ts';
import { quietLog } from '../../testing/server.ts';
import { newSettings } from '../../testing/settings.ts';
import { startEscalator } from './escalation.ts';

type Site = Awaited<ReturnType<typeof patientBuilding>>;

async function startWorkers(site: Site, count: number) {
  const { reach, server } = site;
  for (let started = 0; started < count; started += 1) {
    const bus = await startBus(server.database.connection, quietLog);
    const { rules: smsRules } = announcingAs(site);
    const escalator = startEscalator({ reach, bus, unserved: new Set(), smsRules, log: quietLog });
    onTestFinished(async () => {
      await escalator.stop();
      await bus.stop();
    });
  }
}

/** Returns how long twenty lists of all visitors take. They take no steps, and a busy machine delays them too. */
async function secondsOfLists({ as, company }: Site): Promise<number> {
  const list = () => as('reception').call(listVisitors, { params: { companyId: company.id } });
  await list();
  const began = performance.now();
  for (let read = 0; read < 20; read += 1) expect((await list()).data).toHaveLength(1_000);
  return (performance.now() - began) / 1_000;
}

test(
  '1,000 arrivals of one minute get their steps once and within 2 s, with two workers',
  { timeout: 120_000 },
  async () => {
    const site = await patientBuilding();
    const { db, company, tenant, employee } = site;
    await site.backup((await site.colleague('Live')).id);
    await sql`
    with v as (
      insert into visitor (company_id, name, company_name, phone)
      select ${company.id}, 'Visitor ' || n, 'Havila', '+4799' || lpad(n::text, 6, '0') from generate_series(1, 1000) n returning *
    )
    insert into visit (company_id, visitor_id, name, company_name, phone, tenant_id, employee_id)
    select company_id, id, name, company_name, phone, ${tenant.id}, ${employee.id} from v`.execute(db);
    // As autovacuum does within a minute. Without statistics PostgreSQL joins visits by another index than their key.
    await sql`analyze visitor, visit`.execute(db);
    const before = await secondsOfLists(site);
    await startWorkers(site, 2);
    // Fifteen times as fast as the arrivals of the sentence above.
    await sql`
    insert into escalation (visit_id, company_id, due_at)
    select id, company_id, now() + interval '1 second' + random() * interval '4 seconds' from visit where company_id = ${company.id}`.execute(
      db,
    );
    // Arrivals wait for longer than the worker sleeps.
    await notify(db, 'escalation', '');
    await sql`create table planned as select visit_id, due_at from escalation where company_id = ${company.id}`.execute(
      db,
    );
    onTestFinished(async () => void (await sql`drop table planned`.execute(db)));
    const waiting = async () => {
      const { rows } = await typedSql({ count: int })`
      select count(*) as count from escalation where company_id = ${company.id} and steps = 0`.execute(db);
      return rows[0]?.count;
    };
    await expect.poll(waiting, { timeout: 60_000, interval: 200 }).toBe(0);
    const { rows } = await typedSql({ messages: int, visits: int, earliest: float, latest: float, steps: int })`
    select count(*) as messages, count(distinct m.visit_id) as visits, max(x.steps) as steps,
      min(extract(epoch from m.created_at - p.due_at))::float8 as earliest,
      max(extract(epoch from x.since - p.due_at))::float8 as latest
    from message m join planned p using (visit_id) join escalation x using (visit_id)`.execute(db);
    expect(rows).toMatchObject([{ messages: 1_000, visits: 1_000, steps: 1 }]);
    expect(rows[0]?.earliest).toBeGreaterThanOrEqual(0);
    const after = await secondsOfLists(site);
    expect(rows[0]?.latest).toBeLessThan(Math.max(2, before, after));
  },
);

test('a changed setting wakes the worker', async () => {
  const site = await patientBuilding({ answer_within_seconds: 600 });
  const { ladder } = await site.arrive();
  // Without its regular look, only the setting wakes the worker.
  // With faked timers, each poll would advance the interval.
  const polling = vi.spyOn(globalThis, 'setInterval').mockImplementation(() => setTimeout(() => undefined));
  onTestFinished(() => polling.mockRestore());
  await startWorkers(site, 1);
  await sql`update escalation set since = since - interval '65 seconds', due_at = due_at - interval '65 seconds'`.execute(
    site.db,
  );
  // The worker has found that nothing is due.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const { id } = await site.db
    .selectFrom('tenant_settings')
    .select('id')
    .where('company_id', '=', site.company.id)
    .executeTakeFirstOrThrow();
  const body = { ...newSettings, answerWithinSeconds: 60 };
  await site.as('company').call(changeTenantSettings, { params: { settingsId: id }, body });
  await expect.poll(async () => (await ladder()).steps).toBe(1);
});

test('an answer under way holds back the step, and other visits do not wait for it', async () => {
  const site = await patientBuilding();
  await site.backup((await site.colleague('Live')).id);
  const [answered, other] = [await site.arrive(), await site.arrive()];
  await site.db.transaction().execute(async (held) => {
    await sql`update visit set answer_kind = 'wait', answered_at = now() where id = ${answered.visitId}`.execute(held);
    expect(await site.step()).toBe(1);
  });
  expect(await other.messages()).toHaveLength(2);
  expect(await site.step([], 0)).toBe(0);
  expect(await answered.messages()).toHaveLength(1);
});

test('a worker killed during a step leaves nothing, and the next one takes it once', { timeout: 60_000 }, async () => {
  const site = await patientBuilding();
  const { db } = site;
  await site.backup((await site.colleague('Live')).id);
  const { messages, ladder } = await site.arrive();
  const { promise, resolve } = Promise.withResolvers<void>();
  onTestFinished(() => resolve());
  const locked = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (held) => {
    // The start of the program may take longer than a transaction may be idle.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(held);
    await sql`lock table live_outbox in share mode`.execute(held);
    locked.resolve();
    await promise;
  });
  await locked.promise;
  await pass(db, 60);
  const program = await startProgram(db, {});
  const isWaiting = async () => {
    const { rows } = await sql`
      select from pg_locks where relation = 'live_outbox'::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(db);
    return rows.length;
  };
  await expect.poll(isWaiting, { timeout: 30_000 }).toBeGreaterThan(0);
  await program.kill();
  resolve();
  await holding;
  const unanswered = async () => (await messages()).filter(([kind]) => kind === 'unanswered').length;
  expect(await unanswered()).toBe(0);
  expect(await ladder()).toMatchObject({ steps: 0 });
  await startProgram(db, {});
  await expect.poll(unanswered, { timeout: 30_000 }).toBe(1);
  await expect.poll(ladder).toMatchObject({ steps: 1 });
});

test('two workers at once ask each person once', async () => {
  const site = await patientBuilding();
  await site.backup((await site.colleague('Live')).id);
  const arrivals = await Promise.all(Array.from({ length: 20 }, () => site.arrive()));
  await pass(site.db, 60);
  const taken = await Promise.all([1, 2, 3, 4].map(() => site.step([], 0)));
  expect(taken.reduce((sum, count) => sum + count, 0)).toBe(20);
  for (const { messages } of arrivals) expect(await messages()).toHaveLength(2);
});

test('visits without a ladder are left alone', async () => {
  const site = await patientBuilding();
  const visitor = await seedVisitor(site.db, site);
  await seedVisit(site.db, visitor, { tenant: site.tenant, host: site.employee });
  expect(await site.step()).toBe(0);
  expect(await site.needs(visitor.id)).toBe(false);
});
