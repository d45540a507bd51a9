import { connectLoopbooking } from '@vestibule/contract/building/directory.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { systemGauges } from './operation/status/system.store.ts';
import { openDatabase } from './platform/db/database.ts';
import { purgeVisits } from './visits/retention/retention.ts';
import { forgetVisitorsJobs } from './visits/retention/job.ts';
import { postponed } from './platform/jobs/worker.ts';
import { building, seedVisitor } from './testing/building.ts';
import { testDatabase } from './testing/database.ts';
import { seedKiosk } from './testing/kiosks.ts';
import { openLive } from './testing/live.ts';
import { access, listedBuilding, somePeople } from './testing/listing.ts';
import { quietLog, startServer, type TestServer } from './testing/server.ts';
import { openMetrics, startMetricsServer } from './platform/observability/metrics.ts';

async function readMetrics(server: Pick<TestServer, 'readMetrics'>): Promise<Map<string, number>> {
  return valuesOf(await server.readMetrics());
}

function valuesOf(body: string): Map<string, number> {
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1).replace('Inf', 'Infinity'))];
    }),
  );
}

test('metrics separate calls by method, route and status, and contain no URL', async () => {
  const { server } = await building();
  await server.app.inject({ url: '/api/v1/tenants/4711/name?search=secret' });
  const body = await server.readMetrics();
  expect(body).toMatch(/^http_request_duration_seconds_count\{method="GET",route="[^"]*",status="40[14]"\} /m);
  expect(body).not.toMatch(/4711|secret/);
});

test('has metrics for the pool, the queue, live events, kiosks and the version', async () => {
  const site = await building();
  const before = await readMetrics(site.server);
  await seedKiosk(site.db, site, { isOnline: true });
  await seedKiosk(site.db, site);
  await sql`insert into live_outbox (company_id, channel, event, ids)
    values (${site.company.id}, 'managers:0', 'visitors_update', '{}')`.execute(site.db);
  const after = await readMetrics(site.server);
  const grown = (name: string) => Number(after.get(name)) - Number(before.get(name));
  expect(grown('kiosks{state="online"}')).toBe(1);
  expect(grown('kiosks{state="offline"}')).toBe(1);
  expect(grown('live_outbox_waiting')).toBe(1);
  expect(after.get('database_up')).toBe(1);
  expect(after.get('database_pool_connections{state="total"}')).toBeGreaterThan(0);
  expect(after.get('jobs{state="failed"}')).toBe(0);
  expect([...after.keys()].join('\n')).toMatch(/vestibule_build_info\{version="\d+\.\d+\.\d+",node="v\d+/);
});

test('counts open consoles', async () => {
  const site = await building(await startListening());
  const count = async () => (await readMetrics(site.server)).get('console_sockets_open');
  expect(await count()).toBe(0);
  const { socket } = await openLive(site.as('reception'));
  expect(await count()).toBe(1);
  socket.close();
  await expect.poll(count).toBe(0);
});

async function startListening() {
  const server = await startServer();
  await server.listen();
  return server;
}

test('the age of the newest backup is infinite before the first backup', async () => {
  const { server, db } = await building();
  await sql`delete from backup`.execute(db);
  expect((await readMetrics(server)).get('backup_age_seconds')).toBe(Infinity);
  await sql`
    insert into backup (started_at, bytes, files, missing_files)
    values (now() - interval '2 hours', 1, 0, 0), (now() - interval '3 days', 1, 0, 0)`.execute(db);
  const age = (await readMetrics(server)).get('backup_age_seconds');
  expect(age).toBeGreaterThanOrEqual(7_200);
  expect(age).toBeLessThan(7_260);
});

test('counts removed rows, and nothing for a postponed run', async () => {
  const site = await building();
  const [forget] = forgetVisitorsJobs({ log: quietLog, clock: { now: () => Promise.resolve(null) } });
  expect(await forget?.run(site.reach)).toBe(postponed);
  const [really] = forgetVisitorsJobs({ log: quietLog, clock: { now: () => Promise.resolve(new Date('2026-12-01')) } });
  await purgeVisits(site.reach, new Date('2026-12-01'), () => Promise.resolve());
  const before = await readMetrics(site.server);
  const { id } = await seedVisitor(site.db, site, { inside: site.tenant });
  await sql`
    update visit set checked_in_at = '2026-05-10T11:00:00Z', checked_out_at = '2026-05-10T12:00:00Z'
    where visitor_id = ${id}`.execute(site.db);
  await site.db.updateTable('tenant_settings').set({ enable_gdpr: true }).execute();
  expect(await really?.run(site.reach)).not.toBe(postponed);
  const after = await readMetrics(site.server);
  const grown = (name: string) => Number(after.get(name)) - Number(before.get(name));
  expect(grown('forgotten_rows_total{table="visit"}')).toBe(1);
  expect(grown('forgotten_rows_total{table="visitor"}')).toBe(1);
});

test('reports the directory with the oldest success', async () => {
  const site = await listedBuilding(somePeople(1));
  expect(
    await site.as('company').call(connectLoopbooking, { params: { tenantId: site.tenant.id }, body: access }),
  ).toMatchObject({ status: 200 });
  const before = await readMetrics(site.server);
  await sql`update tenant set last_sync_at = now() - interval '400 days' where id = ${site.tenant.id}`.execute(site.db);
  await sql`update directory_sync set last_failure = 'unexpected' where tenant_id = ${site.tenant.id}`.execute(site.db);
  const after = await readMetrics(site.server);
  expect(after.get('directory_oldest_success_seconds')).toBeGreaterThan(399 * 86_400);
  expect(Number(after.get('directories{state="failing"}')) - Number(before.get('directories{state="failing"}'))).toBe(
    1,
  );
});

test('without a database, the metrics describe the process and report the database as down', async () => {
  const { connection } = await testDatabase();
  const database = openDatabase({ ...connection, database: 'there_is_none' });
  onTestFinished(() => database.close());
  const { address, stop } = await startMetricsServer({
    pool: database.pool,
    metrics: openMetrics(database, systemGauges),
    log: quietLog,
    port: 0,
    host: '127.0.0.1',
  });
  onTestFinished(stop);
  const { origin } = new URL(address);
  const values = valuesOf(await (await fetch(address)).text());
  expect(values.get('database_up')).toBe(0);
  expect(values.has('backup_age_seconds')).toBe(false);
  expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(0);
  expect((await fetch(`${origin}/health/live`)).status).toBe(200);
  expect((await fetch(`${origin}/health/ready`)).status).toBe(503);
  expect((await fetch(`${origin}/api/v1/session`)).status).toBe(404);
});

test.for(['/metrics', '/metrics/', '/metrics/anything', '/metrics?format=text', '//metrics', '/Metrics', '/%6detrics'])(
  'the port of calls has no metrics and no page at %s',
  async (url) => {
    const { server } = await building();
    const answer = await server.app.inject({ url });
    expect([answer.statusCode, answer.json<{ reason: string }>().reason]).toEqual([404, 'notFound']);
  },
);
