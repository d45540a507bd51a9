import type { Page } from '@playwright/test';
import { dialogOf, userMenu } from '../harness/screen.ts';
import { expect, type User, test } from '../harness/test.ts';
import type { Building } from '../harness/building.ts';

interface View {
  user: User;
  home: (building: Building) => string;
  title: string;
  has: string[];
  lacks: string[];
  called: (building: Building) => string | RegExp;
  closed: (building: Building) => [path: string, link?: string][];
  /** Addresses for which only the server finds nothing. */
  gone?: (building: Building) => string[];
}

const goneTenant = ({ aurora }: Building) => `/tenants/${aurora.id + 1_000_000}`;

const views: Record<string, View> = {
  'a company’s user': {
    user: 'company',
    home: ({ company }) => `/company/${company.id}/visitors`,
    title: 'Visitors',
    has: ['Partners', 'Tenants', 'Visitors'],
    lacks: ['Companies', 'Licenses'],
    called: ({ company }) => new RegExp(company.name),
    closed: ({ partner }) => [
      [`/partner/${partner.id}/companies`],
      ['/company/one/visitors'],
      ['/no/such/page'],
      ['/licenses', 'Licenses'],
      ['/admin/status', 'Status'],
    ],
    gone: (building) => ['', '/users', '/visitors', '/settings'].map((screen) => `${goneTenant(building)}${screen}`),
  },
  'a receptionist': {
    user: 'reception',
    home: ({ company }) => `/company/${company.id}/visitors`,
    title: 'Visitors',
    has: ['Tenants', 'Visitors'],
    lacks: ['Companies', 'Partners', 'Users', 'Kiosks', 'Settings', 'Licenses', 'Messages'],
    called: ({ company }) => new RegExp(company.name),
    closed: ({ company: { id } }) => [
      ['/admin/companies'],
      [`/company/${id + 1}/visitors`],
      [`/company/${id}/kiosks`, 'Kiosks'],
      [`/company/${id}/settings`, 'Settings'],
      [`/company/${id}/messages`, 'Messages'],
      [`/company/${id}/audit`, 'Audit log'],
      ['/licenses', 'Licenses'],
    ],
  },
  'a tenant’s user': {
    user: 'tenant',
    home: ({ aurora }) => `/tenants/${aurora.id}`,
    title: 'Tenant',
    has: ['Users', 'Tenant'],
    lacks: ['Companies', 'Tenants'],
    called: ({ aurora }) => new RegExp(aurora.name),
    closed: ({ company: { id } }) => [
      [`/company/${id}/tenants`],
      [`/company/${id}/kiosks`, 'Kiosks'],
      [`/company/${id}/settings`, 'Settings'],
      [`/company/${id}/history`],
      [`/company/${id}/audit`, 'Audit log'],
      ['/licenses', 'Licenses'],
    ],
    gone: (building) => [goneTenant(building)],
  },
  'a partner': {
    user: 'partner',
    home: ({ partner }) => `/partner/${partner.id}/companies`,
    title: 'Companies',
    has: ['Companies'],
    lacks: ['Tenants', 'Visitors', 'Partners', 'Licenses'],
    called: ({ partner }) => new RegExp(partner.name),
    closed: ({ partner, company }) => [
      ['/admin/companies'],
      [`/partner/${partner.id + 1}/companies`],
      [`/company/${company.id}/audit`, 'Audit log'],
      ['/licenses', 'Licenses'],
    ],
    gone: ({ company }) => [`/company/${company.id + 100_000}/visitors`],
  },
  'a superAdmin': {
    user: 'superAdmin',
    home: () => '/admin/companies',
    title: 'Companies',
    has: ['Companies', 'Partners', 'Licenses'],
    lacks: ['Tenants', 'Visitors', 'Kiosks'],
    called: ({ users }) => new RegExp(`${users.superAdmin}$`),
    closed: () => [],
    gone: (building) => [goneTenant(building)],
  },
};

for (const [who, { user, home, title, has, lacks, called, closed, gone }] of Object.entries(views)) {
  test(`${who} starts on the home screen with the links of the role, and gets 404 for screens of others`, async ({
    desk,
    building,
    watch,
  }) => {
    const page = await desk(user);
    const link = (name: string) =>
      page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name, exact: true });
    const isNothing = async (path: string) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: '404' }), path).toBeVisible();
      await expect(page.getByText('Something went wrong')).toBeVisible();
    };
    await expect(page).toHaveURL(home(building));
    for (const name of has) await expect(link(name)).toBeVisible();
    for (const name of lacks) await expect(link(name)).toBeHidden();
    await expect(userMenu(page)).toHaveText(called(building));
    await expect(page.getByRole('complementary').getByText(called(building))).toHaveCount(1);
    const { id } = await building.db
      .selectFrom('user_account')
      .select('id')
      .where('email', '=', building.users[user])
      .executeTakeFirstOrThrow();
    await expect(page.getByText(String(id).padStart(7, '0'), { exact: true })).toBeVisible();

    for (const [path, name] of closed(building)) {
      await isNothing(path);
      await expect(userMenu(page)).toBeVisible();
      if (name !== undefined) await expect(link(name)).toHaveCount(0);
    }
    watch.allowRefusals(404);
    for (const path of gone?.(building) ?? []) await isNothing(path);
    await page.getByRole('link', { name: 'Back to homepage' }).click();
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
  });
}

test('shows the 404 screen after a short delay, and nothing before it', async ({ desk }) => {
  const page = await desk('reception', {
    path: '/no/such/page',
    prepare: (context) =>
      context.addInitScript(() => {
        new MutationObserver(() => {
          const { dataset } = document.documentElement;
          if (document.querySelector('nav')) dataset['sidebar'] ??= String(performance.now());
          if (document.querySelector('h1')) dataset['heading'] ??= String(performance.now());
        }).observe(document, { childList: true, subtree: true });
      }),
  });
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
  const delay = await page
    .locator('html')
    .evaluate(({ dataset }: HTMLElement) => Number(dataset['heading']) - Number(dataset['sidebar']));
  expect(delay).toBeGreaterThan(280);
  expect(delay).toBeLessThan(1500);
});

test('shows a spinner over the current screen while the code of the next screen or dialog loads', async ({ desk }) => {
  const page = await desk('company');
  await expect(page.getByRole('heading', { name: 'Visitors' })).toBeVisible();
  const arrival = Promise.withResolvers<void>();
  await page.route('**/assets/KiosksScreen*', async (route) => {
    await arrival.promise;
    await route.continue();
  });
  const spinner = page.getByRole('main').getByRole('status', { name: 'Loading' });
  await expect(spinner).toHaveCount(0);
  await page.getByRole('link', { name: 'Kiosks' }).click();
  await expect(spinner).toBeVisible();
  await page.getByRole('link', { name: 'Visitors' }).click();
  await expect(spinner).toBeHidden();
  await page.getByRole('link', { name: 'Tenants' }).click();
  await expect(page.getByRole('heading', { name: 'Tenants' })).toBeVisible();
  await page.getByRole('link', { name: 'Kiosks' }).click();
  arrival.resolve();
  await expect(page.getByRole('heading', { name: 'Kiosks' })).toBeVisible();
  await expect(spinner).toBeHidden();

  const code = Promise.withResolvers<void>();
  await page.route('**/assets/kiosk-dialogs*', async (route) => {
    await code.promise;
    await route.continue();
  });
  const ring = page.getByRole('status', { name: 'Loading' });
  await page.getByRole('button', { name: 'Enroll' }).first().click();
  await expect(ring).toBeVisible();
  code.resolve();
  await expect(dialogOf(page, 'Enroll a kiosk').getByLabel('Name')).toBeFocused();
  await expect(ring).toBeHidden();
});

test('a screen that fails to load offers to load again', async ({ desk, building, watch }) => {
  watch.allowNetworkLoss();
  const page = await desk('company');
  await expect(page.getByRole('heading', { name: 'Visitors' })).toBeVisible();
  await page.context().setOffline(true);
  await page.keyboard.press('Control+k');
  await expect(page.getByText('No connection.')).toBeVisible();
  await page.context().setOffline(false);
  const reloaded = page.waitForEvent('load');
  await page.keyboard.press('Control+k');
  await reloaded;
  await expect(page.getByRole('heading', { name: 'Visitors' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(dialogOf(page, 'Find')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.route('**/assets/TenantsScreen*', (route) => route.abort());
  await page.getByRole('link', { name: 'Tenants' }).click();
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to homepage' }).click();
  await expect(page.getByRole('heading', { name: 'Visitors' })).toBeVisible();
  await page.getByRole('link', { name: 'Tenants' }).click();
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await page.unroute('**/assets/TenantsScreen*');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Tenants' })).toBeVisible();
  await expect(page).toHaveURL(`/company/${building.company.id}/tenants`);
});

test('reloads the page to open a screen whose code an upgrade has replaced', async ({ desk, building, watch }) => {
  watch.allowRefusals(404);
  const page = await desk('company');
  await expect(page.getByRole('heading', { name: 'Visitors' })).toBeVisible();
  await serveAnotherRelease(page, 'TenantsScreen', { times: 1 });
  const reloaded = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Tenants' }).click();
  await reloaded;
  await expect(page.getByRole('heading', { name: 'Tenants' })).toBeVisible();
  await expect(page).toHaveURL(`/company/${building.company.id}/tenants`);
});

test('shows an error for missing scripts, and recovers when the server has them', async ({ desk, watch }) => {
  watch.allowRefusals(404);
  let isLaidOut = false;
  const page = await desk('company', {
    prepare: async (context) => {
      await context.clock.install();
      await context.route('**/assets/console-*.js', (route) =>
        isLaidOut ? route.fallback() : route.fulfill({ status: 404 }),
      );
    },
  });
  await expect(page.getByRole('alert')).toHaveText(/^Vestibule could not be loaded/);
  isLaidOut = true;
  await page.clock.fastForward(5_000);
  await expect(page.getByRole('heading', { name: 'Visitors' })).toBeVisible();
});

test('a new release does not lose typed text', async ({ desk, building, watch }) => {
  watch.allowRefusals(404);
  const page = await desk('company', { path: `/company/${building.company.id}/settings` });
  await serveAnotherRelease(page, 'shell-dialogs');
  const field = page.getByRole('textbox').first();
  await field.fill('Half a sentence');
  await page.keyboard.press('Control+k');
  await expect(
    page.getByText('This part could not be loaded. Save what you typed, then reload the page.'),
  ).toBeVisible();
  await expect(field).toHaveValue('Half a sentence');
});

test('shows that the server is unreachable, with a button to retry', async ({ desk, watch }) => {
  watch.allowNetworkLoss();
  let isDown = true;
  const page = await desk('reception', {
    prepare: (context) => context.route('**/api/v1/users/me', (route) => (isDown ? route.abort() : route.continue())),
  });
  await expect(page.getByText('The service cannot be reached')).toBeVisible({ timeout: 10_000 });
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Visitors' })).toBeVisible();
});

async function serveAnotherRelease(page: Page, code: string, options = {}) {
  await page.route(`**/assets/${code}*`, (route) => route.fulfill({ status: 404 }), options);
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/console-[\w-]+\.js/, 'console-another.js');
    await route.fulfill({ response, body });
  });
}

for (const path of ['/', '/login', '/kiosk']) {
  test(`answers HEAD at ${path}, for monitoring`, async ({ request }) => {
    expect((await request.head(path)).status()).toBe(200);
  });
}
