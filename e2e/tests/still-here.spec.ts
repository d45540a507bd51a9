import { sql } from 'kysely';
import { giveAnswer } from '@vestibule/contract/visits/answer.ts';
import { checkInGuests, createInvitation } from '@vestibule/contract/visits/invitation.ts';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { openVault } from '../../apps/server/src/platform/db/secret-key.ts';
import { answerToken, stayToken } from '../../apps/server/src/visits/notification/answer-token.ts';
import { expectGood } from '../harness/accessible.ts';
import { call } from '../harness/call.ts';
import { inviteGuest } from '../harness/invitations.ts';
import { mailTo } from '../harness/mail.ts';
import { expect, test } from '../harness/test.ts';

test.use({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce', timezoneId: 'Europe/Oslo' });
test.describe.configure({ timeout: 90_000 });

const vaultOfSuite = () =>
  openVault({ secretKey: null, previousSecretKeys: [], dataDir: process.env['E2E_DATA_DIR'] ?? '' });

test('a guest inside sees the answer by itself, in another language too, and says that they are still here', async ({
  page,
  building,
  as,
}) => {
  const { db, company, aurora } = building;
  const desk = await as('company');
  const email = `inside-${company.id}@test.example`;
  await db
    .updateTable('kiosk_settings')
    .set({ accent_color: '#0B6B62' })
    .where('company_id', '=', company.id)
    .execute();
  const { guests } = await call(desk, createInvitation, {
    params: { tenantId: String(aurora.id) },
    body: {
      employeeId: aurora.kari.id,
      startsAt: new Date(Date.now() + 60_000).toISOString(),
      endsAt: new Date(Date.now() + 3_600_000).toISOString(),
      language: 'en',
      guests: [{ name: 'Astrid Example', email, phone: '+4741234599' }],
    },
  });
  const link = /https?:\S+\/pass\/\S+/.exec((await mailTo(email)).text)?.[0] ?? '';
  await page.goto(new URL(link).pathname);
  await expect(page.getByText('today', { exact: false }).first()).toBeVisible();
  const band = page.locator('.band');
  await expect(band).toHaveCSS('background-color', 'rgb(11, 107, 98)');
  await expectGood(page, 'pass-today');

  await call(desk, checkInGuests, { body: { ids: guests.map(({ id }) => id) } });
  await expect(page.getByText('Checked in since')).toBeVisible({ timeout: 40_000 });
  const visit = await db
    .selectFrom('visit')
    .select('id')
    .where('company_id', '=', company.id)
    .executeTakeFirstOrThrow();
  const token = answerToken(await vaultOfSuite(), visit.id);
  await call(desk, giveAnswer, { params: { token }, body: { kind: 'coming', minutes: 5, text: 'Take a seat' } });
  await expect(page.getByRole('heading', { name: /is coming in 5 minutes/ })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('Take a seat')).toBeVisible();
  await expectGood(page, 'pass-inside');

  await page.getByLabel('Language').selectOption('de');
  await expect(page.getByRole('heading', { name: /kommt in 5 Minuten/ })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByLabel('Sprache').selectOption('en');
  await sql`
    update visit set checked_in_at = checked_in_at - interval '3 minutes', answered_at = answered_at - interval '2 minutes'
    where id = ${visit.id}`.execute(db);
  // The heading does not promise 5 minutes while the ring shows 3.
  await expect(page.getByRole('heading', { name: 'Kari Nordmann is coming.' })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText(/^≈ \d\d:\d\d$/)).toBeVisible();

  await db.updateTable('visit').set({ asked_at: new Date() }).where('id', '=', visit.id).execute();
  await expect(page.getByRole('heading', { name: 'Are you still here?' })).toBeVisible({ timeout: 15_000 });
  await expectGood(page, 'pass-asked');
  await page.getByRole('button', { name: 'I am still here' }).click();
  await expect(page.getByText(/^We ask you again at \d\d:\d\d\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'I have left' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you for your visit' })).toBeVisible();
});

test('a guest reads on the pass which stand-in answered', async ({ page, building, as }) => {
  const { db, aurora } = building;
  const desk = await as('company');
  const per = await building.employee(aurora, { name: 'Per Olsen', email: `per-${aurora.id}@aurora.test` });
  const standIn = { stand_in_id: per.id, stand_in_until: '2999-12-31' };
  await db.updateTable('employee').set(standIn).where('id', '=', aurora.kari.id).execute();
  const { secret, guestId } = await inviteGuest(desk, building, { language: 'en', phone: '+4741234598' });
  await call(desk, checkInGuests, { body: { ids: [guestId] } });
  const visit = await db
    .selectFrom('visit')
    .select('id')
    .where('company_id', '=', building.company.id)
    .executeTakeFirstOrThrow();
  const answer = { params: { token: answerToken(await vaultOfSuite(), visit.id, per.id) } };
  await page.goto(`/pass/${secret}`);
  for (const [body, sentence] of [
    [{ kind: 'coming', minutes: 5 }, 'Per Olsen is coming in 5 minutes.'],
    [{ kind: 'wait' }, 'Per Olsen knows you are here. Please wait a moment.'],
    [{ kind: 'colleague' }, 'Kari Nordmann is sending a colleague.'],
  ] as const) {
    await call(desk, giveAnswer, { ...answer, body });
    await page.reload();
    await expect(page.getByRole('heading', { name: sentence })).toBeVisible();
  }
});

test('a visitor without a pass replies by the link of the message', async ({ page, building, as, watch }) => {
  const { db, company, aurora } = building;
  const desk = await as('company');
  const { visitor } = await call(desk, registerVisit, {
    body: {
      name: 'Emil Strand',
      companyName: 'Fjord',
      phone: '+4741234577',
      shouldSaveData: false,
      tenantId: aurora.id,
      employeeId: null,
      shouldPrintMainBadge: false,
      shouldPrintParkingBadge: false,
    },
  });
  const visitId = visitor.currentVisitRecordId ?? 0;
  await db.updateTable('visit').set({ asked_at: new Date() }).where('id', '=', visitId).execute();
  await page.goto(`/stay/${stayToken(await vaultOfSuite(), visitId)}`);
  await expect(page.getByRole('heading', { name: 'Are you still here?' })).toBeVisible();
  await expect(page.getByText('Aurora Shipping')).toBeVisible();
  await expect(page.getByText('Emil')).toHaveCount(0);
  await expectGood(page, 'stay');
  await page.getByRole('button', { name: 'I am still here' }).click();
  await expect(page.getByText(/^We ask you again at/)).toBeVisible();
  await page.getByRole('button', { name: 'I have left' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you for your visit' })).toBeVisible();
  await expectGood(page, 'stay-left');
  watch.allowRefusals(404);
  await page.goto('/stay/unknown');
  await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible();
  expect(company.id).toBeGreaterThan(0);
});

test('a guest proves the phone by a code before the data for next time can be deleted', async ({
  page,
  building,
  as,
  watch,
}) => {
  const { company, aurora } = building;
  const desk = await as('company');
  const email = `proof-${company.id}@test.example`;
  await call(desk, createInvitation, {
    params: { tenantId: String(aurora.id) },
    body: {
      startsAt: new Date(Date.now() + 30 * 3_600_000).toISOString(),
      endsAt: new Date(Date.now() + 31 * 3_600_000).toISOString(),
      guests: [{ name: 'Astrid Example', email, phone: '+4741234588', language: 'en' }],
    },
  });
  const link = /https?:\S+\/pass\/\S+/.exec((await mailTo(email)).text)?.[0] ?? '';
  await page.goto(new URL(link).pathname);
  await page.getByRole('button', { name: 'Your details for next time' }).click();
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByText('We sent a code to +4741234588.')).toBeVisible();
  watch.allowRefusals(403);
  await page.getByLabel('Code from the SMS').fill('12');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('This code is not right.')).toBeVisible();
  await expectGood(page, 'proof');
});
