import { openVault } from '../../apps/server/src/platform/db/secret-key.ts';
import { answerToken, stayToken } from '../../apps/server/src/visits/notification/answer-token.ts';
import { inviteGuest } from '../harness/invitations.ts';
import { expect, test } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });

const vaultOfSuite = () =>
  openVault({ secretKey: null, previousSecretKeys: [], dataDir: process.env['E2E_DATA_DIR'] ?? '' });

test('pages for hosts and visitors name the zone of the building where the browser has another', async ({
  browser,
  desk,
  building,
  watch,
}) => {
  const { aurora, company, db } = building;
  await db.updateTable('company').set({ time_zone: 'Europe/Oslo' }).where('id', '=', company.id).execute();
  const me = await building.employee(aurora, { name: 'Rita Vik', email: building.users.reception });
  const inside = await building.visitor({ name: 'Astrid Example', inside: aurora, host: me });
  const visit = await db
    .updateTable('visit')
    .set({ asked_at: new Date() })
    .where('visitor_id', '=', inside.id)
    .returning('id')
    .executeTakeFirstOrThrow();
  const vault = await vaultOfSuite();
  for (const [timezoneId, count] of [
    ['Europe/Oslo', 0],
    ['Asia/Tokyo', 1],
    // Agrees with Oslo in winter only.
    ['Africa/Lagos', 1],
  ] as const) {
    const context = await browser.newContext({ timezoneId, locale: 'en-GB' });
    await watch.follow(context);
    const page = await context.newPage();
    for (const [path, title] of [
      [`/stay/${stayToken(vault, visit.id)}`, 'Are you still here?'],
      [`/answer/${answerToken(vault, visit.id)}`, 'Astrid Example is here'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await expect(page.getByText('Time in Oslo')).toHaveCount(count);
    }
    await context.close();
    const host = await desk('reception', { path: `/company/${company.id}/my_visitors`, timezoneId });
    await expect(host.getByRole('button', { name: 'Coming now' })).toBeVisible();
    await expect(host.getByText('All times are those of the building, in Europe/Oslo.')).toHaveCount(count);
  }
});

test('the pass names the zone of the building and the day of a guest whose clock is a day ahead', async ({
  as,
  browser,
  building,
  watch,
}) => {
  const { db, company } = building;
  await db.updateTable('company').set({ time_zone: 'Pacific/Honolulu' }).where('id', '=', company.id).execute();
  const { secret, invitation } = await inviteGuest(await as('company'), building, { language: 'en' });
  const context = await browser.newContext({ timezoneId: 'Pacific/Kiritimati', locale: 'en-GB' });
  await watch.follow(context);
  const page = await context.newPage();
  await page.goto(`/pass/${secret}`);
  const at = { timeZone: 'Pacific/Kiritimati' };
  const day = new Intl.DateTimeFormat('de-DE', { ...at, day: '2-digit', month: '2-digit', year: 'numeric' });
  const time = new Intl.DateTimeFormat('en-GB', { ...at, timeStyle: 'short' });
  const start = new Date(invitation.startsAt);
  const own = `${day.format(start)} ${time.format(start)} where you are`;
  await expect(page.getByText(`Time in Honolulu. ${own}`)).toBeVisible();
  await context.close();
});
