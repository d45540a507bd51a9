import { getSystemStatus, listCompanyStates } from '@vestibule/contract/operation/status.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { enqueueMail } from '../../platform/outbox/enqueue.ts';
import { building, seedVisitor } from '../../testing/building.ts';
import { seedKiosk, seedLicensedKiosk } from '../../testing/kiosks.ts';
import { invitation, seedFailedMessage } from '../../testing/messages.ts';
import { quietLog, testVault } from '../../testing/server.ts';
import { startHeartbeat } from '../../platform/observability/heartbeat.ts';

async function watched() {
  const site = await building();
  const read = async () => (await site.as('superAdmin').call(getSystemStatus)).data;
  const start = async (role: string) => {
    const running = await startHeartbeat({ db: site.db, log: quietLog, roles: new Set([role]) });
    let stopped: Promise<void> | undefined;
    const stop = () => (stopped ??= running.stop());
    onTestFinished(stop);
    return { stop };
  };
  return { ...site, read, start };
}

test('lists a running process with its roles and version', async () => {
  const { read, start } = await watched();
  const web = await start('web');
  await start('worker');
  // Both are this process, and only their roles differ.
  const [first, second] = (await read()).processes.toSorted((a, b) => a.roles.join().localeCompare(b.roles.join()));
  expect(first).toMatchObject({ roles: ['web'], isSilent: false });
  expect(first?.name).toContain(String(process.pid));
  expect(second).toMatchObject({ roles: ['worker'], isSilent: false });
  expect(second?.version).toMatch(/^\d+\.\d+\.\d+/);
  await web.stop();
  expect((await read()).processes).toMatchObject([{ roles: ['worker'] }]);
});

test('marks a dead process as silent after half a minute, and removes it ten minutes later when another one starts', async () => {
  const { db, read, start } = await watched();
  await start('web');
  const age = (time: string) => sql`update process set last_seen_at = now() - ${time}::interval`.execute(db);
  await age('31 seconds');
  expect((await read()).processes).toMatchObject([{ roles: ['web'], isSilent: true }]);
  await age('11 minutes');
  await start('worker');
  expect((await read()).processes).toMatchObject([{ roles: ['worker'] }]);
});

test('names companies with a problem, without deleted ones', async () => {
  const { db, company, tenant, elsewhere, read, ...site } = await watched();
  await seedKiosk(db, { company });
  await seedKiosk(db, { company }, { isOnline: true });
  await seedKiosk(db, elsewhere, { isOnline: true });
  await seedFailedMessage(db, company);
  await enqueueMail(db, testVault, invitation({ companyId: elsewhere.company.id }));
  await sql`
    update message set created_at = now() - interval '25 hours'
    where id = ${await seedFailedMessage(db, elsewhere.company)}`.execute(db);
  await sql`
    insert into directory_sync (tenant_id, company_id, connected_by, connected_as, console_address, next_at, last_failure)
    values (${tenant.id}, ${company.id}, ${site.users.company.id}, 'company', '', now(), 'consentRevoked'),
      (${elsewhere.tenant.id}, ${elsewhere.company.id}, ${site.users.company.id}, 'company', '', now(), null)`.execute(
    db,
  );
  const ofCompany = async (id: number) => (await read()).troubles.filter((trouble) => trouble.company?.id === id);
  expect(await ofCompany(company.id)).toEqual([
    {
      company: { id: company.id, name: company.name },
      failingDirectories: 1,
      failedMessages: 1,
      kiosksOffline: 1,
      kiosks: 2,
    },
  ]);
  expect(await ofCompany(elsewhere.company.id)).toEqual([]);
  await sql`update company set deleted_at = now() where id = ${company.id}`.execute(db);
  expect(await ofCompany(company.id)).toEqual([]);
  const ofNoCompany = await enqueueMail(db, testVault, invitation());
  await sql`
    update system_message set state = 'failed', attempts = 1, problem = 'refused' where id = ${ofNoCompany}`.execute(
    db,
  );
  expect((await read()).troubles[0]?.company).toBeNull();
});

test('a partner sees problems and visitor counts of its own companies only', async () => {
  const { db, company, tenant, partner, elsewhere, as, users } = await building();
  await seedVisitor(db, { company }, { inside: tenant });
  await seedVisitor(db, { company });
  await seedLicensedKiosk(db, { company });
  await seedKiosk(db, { company }, { isOnline: true });
  await seedFailedMessage(db, company);
  await seedFailedMessage(db, elsewhere.company);
  await sql`
    insert into directory_sync (tenant_id, company_id, connected_by, connected_as, console_address, next_at, last_failure)
    values (${tenant.id}, ${company.id}, ${users.company.id}, 'company', '', now(), 'consentRevoked')`.execute(db);
  const query = { ids: `${company.id}` };
  const params = { partnerId: partner.id };
  const states = [
    {
      companyId: company.id,
      inside: 1,
      kiosks: 2,
      kiosksOffline: 1,
      failedMessages: 1,
      failingDirectories: 1,
      licensesUsed: 1,
    },
  ];
  expect((await as('partner').call(listCompanyStates, { params, query })).data).toEqual(states);
  expect((await as('superAdmin').call(listCompanyStates, { params, query })).data).toEqual(states);
  const foreign = { params, query: { ids: `${company.id},${elsewhere.company.id}` } };
  expect(await as('partner').call(listCompanyStates, foreign)).toBeRefused(404, 'notFound');
  expect(await as('superAdmin').call(listCompanyStates, foreign)).toBeRefused(404, 'notFound');
  const other = { params: { partnerId: elsewhere.partner.id }, query };
  expect(await as('partner').call(listCompanyStates, other)).toBeRefused(404, 'notFound');
  expect(await as('company').call(listCompanyStates, { params, query })).toBeRefused(403, 'notAllowed');
  for (const ids of ['', 'x', '0', Array.from({ length: 201 }, () => '1').join(',')]) {
    expect(await as('partner').call(listCompanyStates, { params, query: { ids } })).toBeRefused(400, 'validation');
  }
});

test('shows the newest backup and the last retention run', async () => {
  const { db, read } = await watched();
  await sql`delete from backup`.execute(db);
  expect(await read()).toMatchObject({ lastBackup: null, forgottenAt: null });
  await sql`
    insert into backup (started_at, bytes, files, missing_files)
    values ('2026-11-02T02:00:00Z', 900, 3, 1), ('2026-11-01T02:00:00Z', 800, 2, 0)`.execute(db);
  await sql`insert into job_run (job, done_at) values ('forget-visits', '2026-11-02T03:00:00Z')`.execute(db);
  expect(await read()).toMatchObject({
    lastBackup: { startedAt: '2026-11-02T02:00:00.000Z', bytes: 900, files: 3, missingFiles: 1 },
    forgottenAt: '2026-11-02T03:00:00.000Z',
  });
});

test('only a superAdmin can read the status', async () => {
  const { as } = await watched();
  for (const role of ['partner', 'company', 'reception', 'tenant'] as const) {
    expect(await as(role).call(getSystemStatus)).toBeRefused(403, 'notAllowed');
  }
  expect(await as('signedOut').call(getSystemStatus)).toBeRefused(401, 'notSignedIn');
});
