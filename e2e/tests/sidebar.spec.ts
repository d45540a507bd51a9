import { devices, type Page } from '@playwright/test';
import { expectAccessible } from '../harness/accessible.ts';
import { userMenu } from '../harness/screen.ts';
import { expect, test, type User } from '../harness/test.ts';

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' });

const groups: Partial<Record<User, Record<string, string[]>>> = {
  company: {
    Reception: ['Visitors', 'Invitations', 'Roll call', 'History', 'Messages'],
    Building: ['Tenants', 'Kiosks', 'Kiosk Settings'],
    Organization: ['Users', 'Partners', 'Settings', 'Audit log'],
  },
  reception: { Reception: ['Visitors', 'Invitations', 'Roll call', 'History'], Building: ['Tenants'] },
  tenant: { Reception: ['Visitors', 'Invitations', 'History'], Building: ['Tenant'], Organization: ['Users'] },
  superAdmin: {
    Organization: ['Companies', 'Partners', 'Users', 'Licenses'],
    System: ['Messages', 'Audit log', 'Status'],
  },
  partner: { Organization: ['Companies', 'Users'] },
};

test('groups the links of each role', async ({ desk }) => {
  for (const [user, expected] of Object.entries(groups)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of `groups`
    const page = await desk(user as User);
    await expect(navigation(page).getByRole('list')).toHaveCount(Object.keys(expected).length);
    for (const [group, links] of Object.entries(expected)) {
      const list = navigation(page).getByRole('list', { name: group, exact: true });
      await expect(list.getByRole('link'), user).toHaveText(links);
    }
  }
});

test('opens the roll call with one click from any screen of the building, also on a phone', async ({
  desk,
  building,
}) => {
  const kiosks = `/company/${building.company.id}/kiosks`;
  for (const user of ['company', 'partner'] as const) {
    const page = await desk(user, { path: kiosks });
    await navigation(page).getByRole('link', { name: 'Roll call' }).click();
    await expect(page).toHaveURL(`/company/${building.company.id}/evacuation`);
  }
  const phone = await desk('company', { ...devices['Pixel 7'], viewport: { width: 360, height: 740 }, path: kiosks });
  await expect(phone.getByRole('heading', { name: 'Kiosks', level: 1 })).toBeVisible();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await phone.getByRole('link', { name: 'Roll call' }).tap();
  await expect(phone).toHaveURL(`/company/${building.company.id}/evacuation`);
  await phone.getByRole('button', { name: 'Open navigation' }).tap();
  await expectAccessible(phone, 'the drawer');
  await navigation(phone).getByRole('link', { name: 'Kiosk Settings' }).tap();
  await expect(phone).toHaveURL(`/company/${building.company.id}/kiosk_settings`);
  await expect(navigation(phone)).toBeHidden();
});

test('a screen that arrives late leaves the user menu open', async ({ desk }) => {
  const page = await desk('company');
  const { promise: held, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/assets/HistoryScreen*.js', (route) => held.then(() => route.continue()));
  await navigation(page).getByRole('link', { name: 'History' }).click();
  await expect(page.locator('main[aria-busy="true"]')).toBeVisible();
  await userMenu(page).click();
  const first = page.getByRole('menuitem').first();
  await expect(first).toBeFocused();
  arrive();
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  await expect(page.locator('main[aria-busy="true"]')).toHaveCount(0);
  await expect(first).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(userMenu(page)).toBeFocused();
});

test('the sidebar shows whether the screen is live', async ({ desk, watch }) => {
  watch.allowNetworkLoss();
  const page = await desk('reception');
  const sidebar = page.getByRole('complementary');
  await expect(sidebar.getByText('Live', { exact: true })).toBeVisible();
  await page.context().setOffline(true);
  await page.routeWebSocket('**', (socket) => socket.close());
  await page.context().setOffline(false);
  await navigation(page).getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeVisible();
  await expect(sidebar.getByText('Live', { exact: true })).toBeHidden();
});
