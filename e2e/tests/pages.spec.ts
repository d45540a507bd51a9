import type { Page } from '@playwright/test';
import { dialogOf, userMenu } from '../harness/screen.ts';
import { expect, type User, test } from '../harness/test.ts';
import type { Building } from '../harness/building.ts';

const landings: Record<string, { user: User; path: (building: Building) => string; has: string[]; lacks: string[] }> = {
  'a company’s user': {
    user: 'company',
    path: ({ company }) => `/company/${company.id}/visitors`,
    has: ['Partners', 'Tenants', 'Visitors'],
    lacks: ['Companies', 'Licenses'],
  },
  'a receptionist': {
    user: 'reception',
    path: ({ company }) => `/company/${company.id}/visitors`,
    has: ['Tenants', 'Visitors'],
    lacks: ['Companies', 'Partners', 'Users', 'Kiosks', 'Settings', 'Licenses'],
  },
  'a partner': {
    user: 'partner',
    path: ({ partner }) => `/partner/${partner.id}/companies`,
    has: ['Companies'],
    lacks: ['Tenants', 'Visitors', 'Partners', 'Licenses'],
  },
  'a superAdmin': {
    user: 'superAdmin',
    path: () => '/admin/companies',
    has: ['Companies', 'Partners', 'Licenses'],
    lacks: ['Tenants', 'Visitors', 'Kiosks'],
  },
};

for (const [who, { user, path, has, lacks }] of Object.entries(landings)) {
  test(`${who} lands at home and has the links of the role`, async ({ desk, building }) => {
    const page = await desk(user);
    await expect(page).toHaveURL(path(building));
    const rail = page.getByRole('navigation', { name: 'Main navigation' });
    for (const name of has) await expect(rail.getByRole('link', { name, exact: true })).toBeVisible();
    for (const name of lacks) await expect(rail.getByRole('link', { name, exact: true })).toBeHidden();
  });
}

test('the rail shows the organisation and the number of the user in seven digits', async ({ desk, building }) => {
  const page = await desk('reception');
  const { id } = await building.db
    .selectFrom('user_account')
    .select('id')
    .where('email', '=', building.users.reception)
    .executeTakeFirstOrThrow();
  await expect(page.getByText(String(id).padStart(7, '0'), { exact: true })).toBeVisible();
  await expect(page.getByText(building.company.name, { exact: true }).last()).toBeVisible();
});

test('a superAdmin is called by the e-mail address and has no organisation', async ({ desk, building }) => {
  const page = await desk('superAdmin');
  await expect(userMenu(page)).toHaveText(new RegExp(`${building.users.superAdmin}$`));
});

const foreign: Record<string, { user: User; path: (building: Building) => string }> = {
  'the companies of the system, for a receptionist': { user: 'reception', path: () => '/admin/companies' },
  'another company, for a receptionist': {
    user: 'reception',
    path: ({ company }) => `/company/${company.id + 1}/visitors`,
  },
  'the tenants, for a tenant’s user': { user: 'tenant', path: ({ company }) => `/company/${company.id}/tenants` },
  'the companies of the system, for a partner': { user: 'partner', path: () => '/admin/companies' },
  'a partner’s companies, for a company’s user': {
    user: 'company',
    path: ({ partner }) => `/partner/${partner.id}/companies`,
  },
  'another partner, for a partner': { user: 'partner', path: ({ partner }) => `/partner/${partner.id + 1}/companies` },
  'an id that is none': { user: 'company', path: () => '/company/one/visitors' },
  'an address that is none': { user: 'company', path: () => '/no/such/page' },
};

/** What is at the head of the screen that somebody lands on, where it is not the visitors. */
const homes: Partial<Record<User, string>> = { tenant: 'Tenant', partner: 'Companies' };

for (const [what, { user, path }] of Object.entries(foreign)) {
  test(`the 404 screen stands at ${what}`, async ({ desk, building }) => {
    const page = await desk(user, { path: path(building) });
    await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
    await expect(page.getByText('Something went wrong')).toBeVisible();
    await page.getByRole('link', { name: 'Back to homepage' }).click();
    await expect(page.getByRole('heading', { name: homes[user] ?? 'Visitors', exact: true })).toBeVisible();
  });
}

test('a company that a partner is not attached to is the 404 screen', async ({ desk, building, watch }) => {
  watch.allowRefusals(404);
  const page = await desk('partner', { path: `/company/${building.company.id + 100_000}/visitors` });
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
});

test('the 404 screen appears after a short delay, and nothing else in its place before', async ({ desk }) => {
  const page = await desk('reception', {
    path: '/no/such/page',
    prepare: (context) =>
      context.addInitScript(() => {
        new MutationObserver(() => {
          const { dataset } = document.documentElement;
          if (document.querySelector('nav')) dataset['rail'] ??= String(performance.now());
          if (document.querySelector('h1')) dataset['heading'] ??= String(performance.now());
        }).observe(document, { childList: true, subtree: true });
      }),
  });
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
  const delay = await page
    .locator('html')
    .evaluate(({ dataset }: HTMLElement) => Number(dataset['heading']) - Number(dataset['rail']));
  expect(delay).toBeGreaterThan(280);
  expect(delay).toBeLessThan(1500);
});

test('a screen whose code takes a while is waited for with a spinner over the one that is left, a dialog too', async ({
  desk,
}) => {
  const page = await desk('company');
  await expect(page.getByRole('heading', { name: 'Visitors' })).toBeVisible();
  const arrival = Promise.withResolvers<void>();
  await page.route('**/assets/KiosksScreen*', async (route) => {
    await arrival.promise;
    await route.continue();
  });
  const spinner = page.getByRole('main').getByRole('status', { name: 'Loading' });
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

test('a screen that cannot be loaded says so and offers to load it again', async ({ desk, building, watch }) => {
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

  // Soon after it is not loaded again by itself.
  await page.route('**/assets/TenantsScreen*', (route) => route.abort());
  await page.getByRole('link', { name: 'Tenants' }).click();
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await page.unroute('**/assets/TenantsScreen*');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Tenants' })).toBeVisible();
  await expect(page).toHaveURL(`/company/${building.company.id}/tenants`);
});

test('a screen of a release that is not served any more is opened after the page has loaded itself again', async ({
  desk,
  building,
  watch,
}) => {
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

test('a page whose scripts are gone says so, and comes back by itself', async ({ desk, watch }) => {
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

test('what is typed is not lost to another release', async ({ desk, building, watch }) => {
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

test('when the server cannot be reached that is said, with a button to try again', async ({ desk, watch }) => {
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

/** From now on the code of a screen is gone, and the page is that of another release. */
async function serveAnotherRelease(page: Page, code: string, options = {}) {
  await page.route(`**/assets/${code}*`, (route) => route.fulfill({ status: 404 }), options);
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/console-[\w-]+\.js/, 'console-another.js');
    await route.fulfill({ response, body });
  });
}

for (const path of ['/', '/login', '/kiosk']) {
  test(`HEAD answers at ${path}, which watchers ask`, async ({ request }) => {
    expect((await request.head(path)).status()).toBe(200);
  });
}
