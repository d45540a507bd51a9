import { checkOutByBadge } from '@vestibule/contract/visits/scan.ts';
import { importVisitors } from '@vestibule/contract/visits/expected.ts';
import { inviteUser } from '@vestibule/contract/accounts/user.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { expectedNoMore } from '../visitor/expectation.sql.ts';
import { readBadgeCode } from '../badge/code.ts';
import { building, type Building } from '../../testing/building.ts';
import { fresh, freshPhone } from '../../testing/fresh.ts';
import { csv } from '../../testing/files.ts';
import { linkPage } from '../../testing/links.ts';
import { startMessaging, notifyEverything } from '../../testing/messaging.ts';
import { testVault } from '../../testing/server.ts';

const expectThem = ({ as, tenant }: Building, phones: readonly string[], preview?: 'true') =>
  as('reception').call(importVisitors, {
    params: { tenantId: tenant.id },
    query: { shouldPrintMainBadge: 'false', shouldPrintParkingBadge: 'false', ...(preview && { preview }) },
    file: csv(phones.map((phone) => `${phone};Åse;Havila`).join('\n')),
  });

const queued = ({ db, company }: Building) =>
  db.selectFrom('message').select(['recipient', 'kind']).where('company_id', '=', company.id).orderBy('id').execute();

test('sends an expected visitor the page with the code once', async () => {
  const site = await building();
  await notifyEverything(site);
  const [first, second] = [freshPhone(), freshPhone()];
  await expectThem(site, [first], 'true');
  expect(await queued(site)).toEqual([]);

  const { sms } = await startMessaging(site.server);
  const received = () => sms.received.map(({ to }) => to);
  const { data } = await expectThem(site, [first]);
  await expect.poll(received).toEqual([first]);
  await expectThem(site, [first, second]);
  await expect.poll(received).toEqual([first, second]);
  const [, path = ''] =
    /http:\/\/[^/]+(\/pass\/\w+)\n\nFire exits are green\.$/.exec(sms.received[0]?.text ?? '') ?? [];
  const code = path.slice('/pass/'.length);
  expect(readBadgeCode(testVault, code)).toEqual({ kind: 'visitor', id: data.visitors[0]?.id });
  const page = await site.server.app.inject({ url: path });
  expect(page).toMatchObject({ statusCode: 200 });
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.body).toContain('<svg class="code"');
  expect(page.body).toContain('<title>Show this code when you arrive</title>');
  expect(page.body).not.toMatch(/Åse|Havila/);

  const scan = { params: { companyId: site.company.id }, body: { code } };
  expect(await site.as('reception').call(checkOutByBadge, scan)).toBeRefused(409, 'visitorIsNotCheckedIn');
  await sql`update visitor set ${expectedNoMore} where phone = ${first}`.execute(site.db);
  expect((await site.server.app.inject({ url: path })).statusCode).toBe(404);
  expect((await site.server.app.inject({ url: `${path.slice(0, -1)}${path.endsWith('0') ? 1 : 0}` })).statusCode).toBe(
    404,
  );
});

test('two desks that import the same file at once write to each visitor once', async () => {
  const site = await building();
  await notifyEverything(site);
  const phones = Array.from({ length: 20 }, freshPhone);
  await Promise.all([expectThem(site, phones), expectThem(site, phones), expectThem(site, phones.toReversed())]);
  const recipients = (await queued(site)).map(({ recipient }) => recipient);
  expect(recipients).toHaveLength(phones.length);
  expect(new Set(recipients)).toEqual(new Set(phones));
});

test('expected visitors get no message if confirmations are off', async () => {
  const site = await building();
  await notifyEverything(site, { enable_sms_confirmation: false });
  await expectThem(site, [freshPhone()]);
  expect(await queued(site)).toEqual([]);
});

test('invites a user in the mail language of the user’s organization', async () => {
  const site = await building();
  await notifyEverything(site, { email_language: 'lt' });
  const email = `lithuanian-${fresh()}@test.example`;
  const query = { companyId: String(site.company.id) };
  await site.as('company').call(inviteUser, { query, body: { email, url: linkPage } });
  const message = await site.db
    .selectFrom('message')
    .select('language')
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow();
  expect(message.language).toBe('lt');
});
