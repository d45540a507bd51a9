import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { openLog } from '../http/log.ts';
import { building, seedVisitor } from '../../testing/building.ts';
import { testDatabase } from '../../testing/database.ts';
import { reachOf } from '../db/database.ts';
import { unreliableDatabase } from '../../testing/unreliable-database.ts';
import { runJobs } from './worker.ts';
import { typedSql } from '../db/typed-sql.ts';

test('logs a failed job by its name and without its data', async () => {
  const site = await building();
  const { db, server, company } = site;
  const visitor = await seedVisitor(db, site);
  const { connection } = server.database;
  const boss = new PgBoss({ ...connection, max: 1 });
  await boss.start();
  await boss.createQueue('fails');
  await boss.send('fails', {});
  await boss.stop();

  const lines: string[] = [];
  const log = openLog('warn', { write: (line) => void lines.push(line) });
  const run = () =>
    sql`insert into visitor (company_id, phone, name, company_name)
      values (${company.id}, ${visitor.phone}, 'Liv', 'Havila')`.execute(db);
  const jobs = await runJobs({ reach: site.reach, connection, log, jobs: [{ name: 'fails', cron: '0 0 1 1 *', run }] });
  onTestFinished(() => jobs.stop());
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 50, job: 'fails', error: { code: '23505' } });
  const kept = async () => {
    const { rows } = await typedSql({ output: z.unknown() })`
      select output from pgboss.job where name = 'fails' and output is not null`.execute(db);
    return rows.map(({ output }) => JSON.stringify(output));
  };
  await expect.poll(kept).toHaveLength(1);
  expect([...lines, ...(await kept())].join('\n')).not.toContain(visitor.phone);
});

test('waits a limited time for a database that vanishes during a query of the queue', async () => {
  const { connection, forget, hang, mend } = await unreliableDatabase();
  const reach = reachOf(await testDatabase(), true);
  const boss = new PgBoss({ ...connection, max: 1 });
  await boss.start();
  await boss.createQueue('outlives');
  await boss.send('outlives', {});
  await boss.stop();

  const lines: string[] = [];
  const log = openLog('warn', { write: (line) => void lines.push(line) });
  const run = () => {
    forget();
    hang();
    return Promise.resolve();
  };
  const jobs = await runJobs({ reach, connection, log, jobs: [{ name: 'outlives', cron: '0 0 1 1 *', run }] });
  onTestFinished(async () => {
    mend();
    await jobs.stop();
  });
  const silence = () => lines.filter((line) => line.includes('the database does not answer'));
  await expect.poll(silence).not.toHaveLength(0);
}, 40_000);
