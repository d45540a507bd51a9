import { changeInvitation } from '@vestibule/contract/visits/invitation.ts';
import { enqueueMails } from '../../apps/server/src/platform/outbox/enqueue.ts';
import { openVault } from '../../apps/server/src/platform/db/secret-key.ts';
import { expectAccessible } from '../harness/accessible.ts';
import { call } from '../harness/call.ts';
import { inviteGuest } from '../harness/invitations.ts';
import { mailsTo, mailTo } from '../harness/mail.ts';
import { expect, test } from '../harness/test.ts';

for (const accent of ['#FFD400', '#0B3A36', null]) {
  test(`a mail with the color ${accent ?? 'of the product'} fits a phone and has contrast in light and dark`, async ({
    page,
    building: { db, company },
  }) => {
    await db.updateTable('kiosk_settings').set({ accent_color: accent }).where('company_id', '=', company.id).execute();
    const vault = await openVault({
      secretKey: null,
      previousSecretKeys: [],
      dataDir: process.env['E2E_DATA_DIR'] ?? '',
    });
    const to = `mail-${company.id}@aurora.test`;
    const link = `https://desk.example.com/set-password/${'token'.repeat(12)}`;
    const content = { link, organization: 'Aurora Shipping and Logistics', validHours: 168 };
    const expiresAt = new Date(Date.now() + 3_600_000);
    await enqueueMails(db, vault, [{ kind: 'invite', companyId: company.id, to, language: 'en', expiresAt, content }]);
    await page.setContent((await mailTo(to)).html);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [600, 360]) {
        await page.setViewportSize({ width, height: 740 });
        await expect(page.getByRole('link', { name: 'Choose a password' })).toBeVisible();
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await expectAccessible(page, `${colorScheme}, ${width} px`, { rules: ['color-contrast'] });
      }
    }
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(background).toBe('rgb(20, 20, 27)');
  });
}

test('the mail of a moved meeting shows the time before, and the initials of the building, with contrast', async ({
  page,
  building,
  as,
}) => {
  const { db, company } = building;
  await db
    .updateTable('kiosk_settings')
    .set({ accent_color: '#FFD400' })
    .where('company_id', '=', company.id)
    .execute();
  const reception = await as('reception');
  const email = `moved-${company.id}@e2e.test`;
  const at = (days: number) =>
    new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + days * 86_400_000).toISOString();
  const invited = { startsAt: at(1), language: 'en', notifyGuests: true, email } as const;
  const { invitation } = await inviteGuest(reception, building, invited);
  await call(reception, changeInvitation, {
    params: { invitationId: String(invitation.id) },
    body: { startsAt: at(2), endsAt: at(2.125) },
  });
  const changed = async () => (await mailsTo(email)).find(({ subject }) => subject.startsWith('Changed'))?.html ?? '';
  await expect.poll(changed).not.toBe('');
  await page.setContent(await changed());
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByText(/^was \d\d\.\d\d\.\d{4}, \d\d:\d\d–\d\d:\d\d$/)).toBeVisible();
    const plate = page.locator('td[aria-hidden="true"]');
    await expect(plate).toHaveText(/^\s*F\w\s*$/);
    await expect(plate).toHaveCSS('color', 'rgb(255, 212, 0)');
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible(page, colorScheme, { rules: ['color-contrast'] });
  }
});
