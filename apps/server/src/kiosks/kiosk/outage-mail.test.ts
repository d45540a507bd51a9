import { deleteKiosk } from '@vestibule/contract/kiosks/kiosk-edit.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Building, building } from '../../testing/building.ts';
import { seedKiosk } from '../../testing/kiosks.ts';
import { startMessaging } from '../../testing/messaging.ts';
import { testVault } from '../../testing/server.ts';
import { countStatements } from '../../testing/statements.ts';
import { reportOutages, notifyOutages } from './outage-mail.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';

async function silentKiosk(hours = { start: '09:00', end: '17:00' }) {
  const site = await building();
  const { db, company } = site;
  const kiosk = await seedKiosk(db, site, { name: 'Front door' });
  await sql`update kiosk set offline_since = '2026-05-12T08:00:00Z' where id = ${kiosk.id}`.execute(db);
  await sql`update company set time_zone = 'Europe/Oslo', notification_emails = '{a@example.com,b@example.com}'
    where id = ${company.id}`.execute(db);
  await sql`update kiosk_settings set working_hours_start = ${hours.start}, working_hours_end = ${hours.end}
    where company_id = ${company.id}`.execute(db);
  return { site, kiosk };
}

const look = ({ reach }: Building, now: string) =>
  notifyOutages(reach, { vault: testVault, publicUrl: new URL('https://desk.example.com') }, new Date(now));

async function written({ db, company }: Building): Promise<string[]> {
  const rows = await db
    .selectFrom('message')
    .select(['kind', 'recipient'])
    .where('company_id', '=', company.id)
    .orderBy('id')
    .execute();
  return rows.map(({ kind, recipient }) => `${kind} to ${recipient?.charAt(0)}`);
}

const gone = ['kioskOffline to a', 'kioskOffline to b'];
const back = ['kioskOnline to a', 'kioskOnline to b'];

const connect = ({ db }: Building, id: number) =>
  sql`update kiosk set is_online = true, channel_id = gen_random_uuid(), offline_since = null where id = ${id}`.execute(
    db,
  );

test('notifies the company once when a kiosk is offline for ten minutes, and once when it returns', async () => {
  const { site, kiosk } = await silentKiosk();
  await look(site, '2026-05-12T08:09:00Z');
  expect(await written(site)).toEqual([]);
  await Promise.all(Array.from({ length: 4 }, () => look(site, '2026-05-12T08:10:00Z')));
  await look(site, '2026-05-12T12:00:00Z');
  expect(await written(site)).toEqual(gone);

  await connect(site, kiosk.id);
  await Promise.all(Array.from({ length: 4 }, () => look(site, '2026-05-12T12:01:00Z')));
  expect(await written(site)).toEqual([...gone, ...back]);

  await sql`update kiosk set is_online = false, channel_id = null, offline_since = '2026-05-12T13:00:00Z'
    where id = ${kiosk.id}`.execute(site.db);
  await look(site, '2026-05-12T13:10:00Z');
  expect(await written(site)).toEqual([...gone, ...back, ...gone]);
});

test.for([
  { what: 'before the kiosk opens', hours: { start: '11:00', end: '17:00' }, now: '08:59', isNotified: false },
  { what: 'when it has just opened', hours: { start: '11:00', end: '17:00' }, now: '09:09', isNotified: false },
  { what: 'ten minutes after it has opened', hours: { start: '11:00', end: '17:00' }, now: '09:10', isNotified: true },
  { what: 'when it has closed', hours: { start: '09:00', end: '10:30' }, now: '08:31', isNotified: false },
  {
    what: 'in the last minute before it closes',
    hours: { start: '09:00', end: '10:30' },
    now: '08:30',
    isNotified: true,
  },
])('notifies the company $what: $isNotified', async ({ hours, now, isNotified }) => {
  const { site } = await silentKiosk(hours);
  await look(site, `2026-05-12T${now}:00Z`);
  expect(await written(site)).toEqual(isNotified ? gone : []);
});

test('sends no message about a kiosk that never connected, or without notification addresses', async () => {
  const { site, kiosk } = await silentKiosk();
  await sql`update kiosk set offline_since = null where id = ${kiosk.id}`.execute(site.db);
  await look(site, '2026-05-12T12:00:00Z');
  await sql`update kiosk set offline_since = '2026-05-12T08:00:00Z' where id = ${kiosk.id}`.execute(site.db);
  await sql`update company set notification_emails = '{}' where id = ${site.company.id}`.execute(site.db);
  await look(site, '2026-05-12T12:00:00Z');
  expect(await written(site)).toEqual([]);
  await sql`update company set notification_emails = '{c@example.com}' where id = ${site.company.id}`.execute(site.db);
  await look(site, '2026-05-12T12:01:00Z');
  expect(await written(site)).toEqual(['kioskOffline to c']);
});

test('a worker with a fast clock does not report an outage of a minute', async () => {
  const { site, kiosk } = await silentKiosk({ start: '00:00', end: '23:59' });
  const wentAgo = (minutes: number) =>
    sql`update kiosk set offline_since = now() - make_interval(mins => ${minutes}) where id = ${kiosk.id}`.execute(
      site.db,
    );
  await sql`update company set time_zone = ${await zoneAtNoon(site)} where id = ${site.company.id}`.execute(site.db);
  const job = reportOutages({ vault: testVault, publicUrl: null }, performance.now() - 3_600_000);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  await wentAgo(1);
  await job.run(site.reach);
  expect(await written(site)).toEqual([]);
  await wentAgo(11);
  await job.run(site.reach);
  expect(await written(site)).toEqual(gone);
});

async function zoneAtNoon({ db }: Building): Promise<string> {
  const { rows } = await typedSql({
    hour: int,
  })`select extract(hour from now() at time zone 'UTC')::int as hour`.execute(db);
  const hours = 12 - (rows[0]?.hour ?? 0);
  return hours > 0 ? `Etc/GMT-${hours}` : `Etc/GMT+${-hours}`;
}

test('many recipients and kiosks need few statements', async () => {
  const { site } = await silentKiosk();
  const { db, company } = site;
  for (let count = 0; count < 30; count += 1) await seedKiosk(db, site, { name: `Kiosk ${count}` });
  await sql`update kiosk set offline_since = '2026-05-12T08:00:00Z' where company_id = ${company.id}`.execute(db);
  const statements = countStatements();
  await look(site, '2026-05-12T08:10:00Z');
  expect(statements('message')).toBeLessThan(10);
  expect(await written(site)).toHaveLength(62);
});

test('a recipient who was not notified of the outage is not notified of its end', async () => {
  const { site, kiosk } = await silentKiosk();
  await connect(site, kiosk.id);
  await look(site, '2026-05-12T08:30:00Z');
  expect(await written(site)).toEqual([]);
});

test('the mail has the kiosk, the local time, and a link to the kiosks', async () => {
  const { site, kiosk } = await silentKiosk();
  const { mail } = await startMessaging(site.server);
  await look(site, '2026-05-12T12:00:00Z');
  await expect.poll(() => mail.received.length).toBe(2);
  const [first] = mail.received;
  expect(first?.email.subject).toBe('The kiosk Front door is offline');
  expect(first?.email.text).toContain(`${site.company.name} has been offline since 10:00 on 12.05.2026`);
  expect(first?.email.text).toContain(`https://desk.example.com/company/${site.company.id}/kiosks`);
  await connect(site, kiosk.id);
  await look(site, '2026-05-12T12:30:00Z');
  await expect.poll(() => mail.received.length).toBe(4);
  expect(mail.received.at(-1)?.email.text).toContain('online again, since 14:30 on 12.05.2026');
});

test('does not send queued messages about a deleted kiosk', async () => {
  const { site, kiosk } = await silentKiosk();
  const { mail } = await startMessaging(site.server);
  const later = { at: 'sender', status: 421, words: 'not now' } as const;
  mail.answerNext(later, later);
  const outcomes = async () =>
    (await site.db.selectFrom('message').select(['state', 'problem']).where('kiosk_id', '=', kiosk.id).execute()).map(
      ({ state, problem }) => `${state}, ${problem}`,
    );
  await look(site, '2026-05-12T12:00:00Z');
  await expect.poll(outcomes).toEqual(['queued, deferred', 'queued, deferred']);
  await site.as('company').call(deleteKiosk, { params: { kioskId: kiosk.id } });
  await expect.poll(outcomes).toEqual(['failed, kioskDeleted', 'failed, kioskDeleted']);
  expect(mail.received).toEqual([]);
});
