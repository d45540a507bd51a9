import { enqueueMails } from '../../apps/server/src/platform/outbox/enqueue.ts';
import { openVault } from '../../apps/server/src/platform/db/secret-key.ts';
import { expectAccessible } from '../harness/accessible.ts';
import { mailTo } from '../harness/mail.ts';
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
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await expectAccessible(page, `${colorScheme}, ${width} px`, { rules: ['color-contrast'] });
      }
    }
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(background).toBe('rgb(20, 20, 27)');
  });
}
