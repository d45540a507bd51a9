import { transaction } from '../../apps/server/src/platform/db/database.ts';
import { openVault } from '../../apps/server/src/platform/db/secret-key.ts';
import { enqueueMail } from '../../apps/server/src/platform/outbox/enqueue.ts';
import { expectAccessible } from '../harness/accessible.ts';
import type { Building } from '../harness/building.ts';
import { mailsTo, mailTo } from '../harness/mail.ts';
import { loseAnswer } from '../harness/lose-answer.ts';
import { row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

/** Uses an address unique to the building. */
async function invite({ db, company }: Building, name: string): Promise<{ id: number; to: string }> {
  const to = `${name}-${company.id}@aurora.test`;
  const { E2E_DATA_DIR: dataDir = '' } = process.env;
  const vault = await openVault({ secretKey: null, previousSecretKeys: [], dataDir });
  const content = { link: 'https://desk.example.com/set-password/token', organization: company.name, validHours: 168 };
  const expiresAt = new Date(Date.now() + 168 * 3_600_000);
  const mail = { kind: 'invite', companyId: company.id, to, language: 'en', expiresAt, content } as const;
  return { id: await enqueueMail(db, vault, mail), to };
}

type Failure =
  | { state: 'failed'; problem: 'refused'; last_answer: string }
  | { state: 'notSent'; problem: 'noProvider' }
  | { state: 'held'; problem: 'companyLimit' };

async function failedInvitation({ db, ...building }: Building, name: string, failure: Failure) {
  return transaction(db, async (db) => {
    const message = await invite({ ...building, db }, name);
    await db.updateTable('message').set(failure).where('id', '=', message.id).execute();
    return message;
  });
}

const refused: Failure = { state: 'failed', problem: 'refused', last_answer: '550 5.1.1 no such user' };

test('shows why a message failed or was not sent, also on a phone in dark mode, and sends it again', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(409);
  watch.allowNetworkLoss();
  const { to } = await failedInvitation(building, 'kari', refused);
  const unsent = await failedInvitation(building, 'ola', { state: 'notSent', problem: 'noProvider' });
  const page = await desk('company');
  await page.getByRole('link', { name: 'Messages' }).click();
  const message = row(page, to);
  await expect(message).toContainText('Invitation');
  await expect(message).toContainText('Failed');
  await expect(message).toContainText('The mail server refused the message.');
  await expect(message).toContainText('“550 5.1.1 no such user”');
  await expect(row(page, unsent.to)).toContainText('Not sent: e-mail is not set up');
  await expect(row(page, unsent.to).getByRole('button', { name: /^Send again/ })).toBeVisible();
  expect(await mailsTo(unsent.to)).toEqual([]);
  await expectAccessible(page);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  const card = page.getByRole('listitem').filter({ hasText: to });
  await expect(card).toContainText('Failed');
  await expect(card.getByRole('button', { name: `Send again to ${to}` })).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page, 'messages on a phone');
  await page.setViewportSize({ width: 1280, height: 800 });

  const again = message.getByRole('button', { name: `Send again to ${to}` });
  await loseAnswer(page, '**/messages/*/retry');
  await again.click();
  await expect(page.getByText('No connection')).toBeVisible();
  await again.click();
  await expect(page.getByText(`The message to ${to} is on its way again.`)).toBeVisible();
  await expect(message).toContainText('Delivered', { timeout: 10_000 });
  await expect(message.getByRole('button')).toHaveCount(0);
  expect((await mailTo(to)).subject).toBe(`You are invited to ${building.company.name}`);
});

test('a manager finds held messages, releases one, and it arrives', async ({ desk, building, watch }) => {
  watch.allowRefusals(409);
  watch.allowNetworkLoss();
  const { to } = await failedInvitation(building, 'kari', { state: 'held', problem: 'companyLimit' });
  const other = await failedInvitation(building, 'ola', refused);
  const page = await desk('company', { path: `/company/${building.company.id}/messages` });
  await expect(row(page, other.to)).toBeVisible();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Held');
  await expect(row(page, other.to)).toHaveCount(0);
  const message = row(page, to);
  await expect(message).toContainText('Held');
  await expect(message).toContainText('Held: too many messages for this company. A manager can release this message.');
  await expectAccessible(page);

  await loseAnswer(page, '**/messages/*/release');
  const release = message.getByRole('button', { name: `Release to ${to}` });
  await release.click();
  await expect(page.getByText('No connection')).toBeVisible();
  await release.click();
  await expect(page.getByText(`The message to ${to} is on its way.`)).toBeVisible();
  await page.getByRole('combobox', { name: 'State' }).selectOption('All messages');
  await expect(row(page, to)).toContainText('Delivered', { timeout: 10_000 });
  expect((await mailTo(to)).subject).toBe(`You are invited to ${building.company.name}`);
  await page.getByRole('combobox', { name: 'State' }).selectOption('Held');
  await expect(page.getByText('No messages in this state')).toBeVisible();
});

test('the state of a message updates until it is delivered', async ({ desk, building }) => {
  const page = await desk('company', { path: `/company/${building.company.id}/messages` });
  await expect(page.getByText('There are no messages yet')).toBeVisible();
  const { to } = await invite(building, 'ola');
  await page.reload();
  await expect(row(page, to)).toContainText('Delivered', { timeout: 10_000 });
  const { text, html } = await mailTo(to);
  expect(text).toContain('https://desk.example.com/set-password/token');
  expect(html).toContain('href="https://desk.example.com/set-password/token"');
});

test('a message that another user resent is not sent twice, also after leaving the screen', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(409);
  const { id, to } = await failedInvitation(building, 'kari', refused);
  const page = await desk('company', { path: `/company/${building.company.id}/messages` });
  const again = row(page, to).getByRole('button', { name: /^Send again/ });
  await expect(again).toBeVisible();
  await building.db.updateTable('message').set({ state: 'delivered', content: null }).where('id', '=', id).execute();
  const hasLeft = Promise.withResolvers<void>();
  await page.route('**/messages/*/retry', async (route) => {
    await hasLeft.promise;
    await route.continue();
  });
  await again.click();
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  hasLeft.resolve();
  await expect(page.getByText('This message is already on its way or delivered.')).toBeVisible();
  await page.goBack();
  await expect(row(page, to)).toContainText('Delivered');
});

test('a superAdmin finds a message of any company by its recipient', async ({ desk, building }) => {
  const { to } = await failedInvitation(building, 'frida', refused);
  const page = await desk('superAdmin');
  await page.getByRole('link', { name: 'Messages' }).click();
  await page.getByRole('searchbox', { name: 'Search recipient' }).fill(to.toUpperCase());
  await expect(row(page, to)).toContainText(building.company.name);
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('filters failed messages with one click and sends them again together, also by keyboard', async ({
  desk,
  building,
}) => {
  const failed = [await failedInvitation(building, 'liv', refused), await failedInvitation(building, 'per', refused)];
  const other = await failedInvitation(building, 'ola', { state: 'notSent', problem: 'noProvider' });
  const page = await desk('company', { path: `/company/${building.company.id}/messages` });
  await expect(row(page, other.to)).toBeVisible();
  const filter = page.getByRole('button', { name: 'Failed', exact: true });
  await filter.press('Enter');
  await expect(filter).toHaveAttribute('aria-pressed', 'true');
  await expect(row(page, other.to)).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Select all failed on this page' }).press('Space');
  const bar = page.getByRole('region', { name: 'Selected messages' });
  await expect(bar.getByRole('status')).toContainText('2 selected');
  await expectAccessible(page, 'selected messages');
  await bar.getByRole('button', { name: 'Send again' }).press('Enter');
  await expect(page.getByText('2 messages are on their way again.')).toBeVisible();
  await expect(bar).toHaveCount(0);
  for (const { to } of failed) await mailTo(to);
});

test('a message about a visit links to the visitor and the tenant', async ({ desk, building }) => {
  const { db, company, aurora, visitor } = building;
  const { id: visitorId } = await visitor({ name: 'Åse Ødegård', inside: aurora });
  const { id: visitId } = await db
    .selectFrom('visit')
    .select('id')
    .where('visitor_id', '=', visitorId)
    .executeTakeFirstOrThrow();
  const { id, to } = await failedInvitation(building, 'kari', refused);
  const about = { visitor_id: visitorId, visit_id: visitId, content: null, kind: 'arrival' } as const;
  await db.updateTable('message').set(about).where('id', '=', id).execute();
  const page = await desk('company', { path: `/company/${company.id}/messages` });
  await expect(row(page, to).getByRole('link', { name: aurora.name })).toHaveAttribute('href', `/tenants/${aurora.id}`);
  await expectAccessible(page, 'a message about a visit');
  await row(page, to).getByRole('link', { name: 'Åse Ødegård' }).click();
  await expect(page).toHaveURL(new RegExp(`/visitors\\?tab=all&visitor=${visitorId}$`));
  await expect(page.getByRole('complementary', { name: 'Åse Ødegård' })).toContainText('Inside since');
});
