import { openVault } from '../../apps/server/src/platform/db/secret-key.ts';
import { answerToken } from '../../apps/server/src/visits/notification/answer-token.ts';
import { checkInGuests } from '@vestibule/contract/visits/invitation.ts';
import { expectGood } from '../harness/accessible.ts';
import type { Building } from '../harness/building.ts';
import { call } from '../harness/call.ts';
import { inviteGuest } from '../harness/invitations.ts';
import { button, confirm, introduce, test } from '../harness/kiosk-app.ts';
import { expect } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });
test.describe.configure({ timeout: 120_000 });

test('a host answers by the link, and kiosk and desk show it', async ({ page, building, enroll, desk, watch }) => {
  const { db, company } = building;
  const list = await desk('company');
  await enroll();
  await introduce(page);
  await button(page, 'Aurora Shipping').click();
  await button(page, /Kari Nordmann/).click();
  await confirm(page, 'I agree');
  await expect(page.getByText('We have e\u2011mailed Kari.')).toBeVisible();

  const phone = await page.context().newPage();
  await phone.setViewportSize({ width: 360, height: 740 });
  await phone.goto(`/answer/${await tokenOf(building)}`);
  await expect(phone.getByRole('heading', { name: 'Åse Ødegård is here' })).toBeVisible();
  await expect(phone.getByText('Havila Logistics')).toBeVisible();
  await expectGood(phone, 'answer');

  await phone.getByRole('button', { name: 'Coming in 5 minutes' }).click();
  await expect(phone.getByText('You are coming in 5 minutes')).toBeVisible();
  await expect(page.getByText('Kari is coming in 5 minutes.')).toBeVisible();
  const row = list.getByRole('row', { name: /Åse Ødegård/ });
  await expect(row.getByText('Coming in 5 min')).toBeVisible();
  await expectGood(phone, 'answered');

  await phone.getByLabel(/^Message for your visitor/).fill('Ask for Per');
  await phone.getByRole('button', { name: 'I cannot come' }).press('Enter');
  await expect(page.getByText('Kari cannot come right now.')).toBeVisible();
  await expect(page.getByText('Ask for Per')).toBeVisible();
  await expect(page.getByText('Please ask at the reception.')).toBeVisible();
  await expect(row.getByText('Cannot come')).toBeVisible();

  await phone.getByRole('button', { name: 'A colleague is coming' }).click();
  await expect(phone.getByLabel('Which colleague? (optional)')).toBeVisible();
  await expectGood(phone, 'colleague');
  await row
    .getByRole('button', { name: /Åse Ødegård/ })
    .first()
    .click();
  await expect(list.getByRole('complementary').getByText('Ask for Per')).toBeVisible();

  watch.allowRefusals(410);
  await db.updateTable('visit').set({ checked_out_at: new Date() }).where('company_id', '=', company.id).execute();
  await phone.reload();
  await expect(phone.getByRole('heading', { name: 'This visit is over' })).toBeVisible();
  await expectGood(phone, 'over');
});

test('a read that began before the answer does not replace it', async ({ page, building }) => {
  await building.visitor({ name: 'Åse Ødegård', inside: building.aurora, host: building.aurora.kari });
  await page.goto(`/answer/${await tokenOf(building)}`);
  await expect(page.getByRole('heading', { name: 'Åse Ødegård is here' })).toBeVisible();
  const [isRead, isAnswered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(
    '**/api/v1/answer/**',
    async (route) => {
      const response = await route.fetch();
      isRead.resolve();
      await isAnswered.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const late = page.waitForResponse((response) => response.request().method() === 'GET');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await isRead.promise;
  await page.getByRole('button', { name: 'Coming in 5 minutes' }).click();
  await expect(page.getByText('You are coming in 5 minutes')).toBeVisible();
  isAnswered.resolve();
  await (await late).finished();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await page.getByText('You are coming in 5 minutes').isVisible()).toBe(true);
});

test('the pass shows the answer after a download of its texts failed', async ({ page, building, as, watch }) => {
  watch.allowNetworkLoss();
  const desk = await as('company');
  const { secret, guestId } = await inviteGuest(desk, building, { phone: '+4740012345', language: 'de' });
  await call(desk, checkInGuests, { body: { ids: [guestId] } });
  const data = { kind: 'coming', minutes: 10 };
  expect((await page.request.post(`/api/v1/answer/${await tokenOf(building)}`, { data })).ok()).toBe(true);
  await page.route(/\/assets\/answer-(?!texts)/, (route) => route.abort(), { times: 1 });
  await page.goto(`/pass/${secret}`);
  await expect(page.getByRole('heading', { name: 'Kari Nordmann is coming in 10 minutes.' })).toBeVisible();
  await page.getByLabel('Sprache').selectOption('no');
  await expect(page.getByRole('heading', { name: /^Kari Nordmann kommer/ })).toBeVisible();
});

test('an unknown link and a lost connection say what to do', async ({ page, watch }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  watch.allowRefusals(404);
  await page.goto('/answer/unknown');
  await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible();
  await expectGood(page, 'unknown answer');
  watch.allowNetworkLoss();
  await page.route('**/api/v1/answer/**', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await page.unroute('**/api/v1/answer/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible();
});

/** The suite has no public address, so its mails have no link. */
async function tokenOf({ db, company }: Building): Promise<string> {
  const dataDir = process.env['E2E_DATA_DIR'] ?? '';
  const vault = await openVault({ secretKey: null, previousSecretKeys: [], dataDir });
  const visits = db.selectFrom('visit').select('id').where('company_id', '=', company.id);
  return answerToken(vault, (await visits.executeTakeFirstOrThrow()).id);
}
