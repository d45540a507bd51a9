import type { Page } from '@playwright/test';
import { type Building, password } from '../harness/building.ts';
import { newHash } from '../harness/kiosks.ts';
import { choose, dialogOf, fillRegisterDialog, row, userMenu } from '../harness/screen.ts';
import { expect, test, type User } from '../harness/test.ts';

/* New screens are visited without a change here. Add their actions to `acts`. */

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' });

async function signIn(page: Page, email: string) {
  await page.goto('/');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(sidebar(page)).toBeVisible();
}

async function signOut(page: Page) {
  await userMenu(page).first().click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
}

interface Day {
  page: Page;
  user: User;
  building: Building;
}

const acts: Record<string, (day: Day) => Promise<void>> = {
  async Companies({ page, user, building }) {
    if (user !== 'superAdmin') {
      const { name } = building.company;
      await expect(page.getByRole('row')).toHaveCount(2);
      for (const act of ['Leave', 'Edit'])
        await expect(row(page, name).getByRole('button', { name: `${act} ${name}` })).toBeVisible();
      await expect(row(page, name).getByRole('button')).toHaveCount(2);
      return expect(page.getByRole('searchbox')).toBeHidden();
    }
    await createNamed(page, 'company', `Quay House ${building.company.id}`, 'OK');
  },
  async Partners({ page, building }) {
    if (page.url().endsWith('/admin/partners'))
      return createAndDeletePartner(page, `Quay Partners ${building.company.id}`);
    await expect(page.getByRole('searchbox')).toBeHidden();
    await page.getByRole('button', { name: `Unassign ${building.partner.name}` }).click();
    await dialogOf(page, 'Unassign partner').getByRole('button', { name: 'Unassign' }).click();
    await expect(page.getByText('There are no partners yet')).toBeVisible();
  },
  Licenses: ({ page, building }) => createNamed(page, 'folder', `Quay keys ${building.company.id}`, 'Create'),
  async Users({ page, building, user }) {
    const email = emailOf(page, building, user);
    const dialog = dialogOf(page, 'Add user');
    const isOfCompany = scopeOf(page) === 'company';
    await page.getByRole('searchbox', { name: 'Search users' }).fill(building.users[user].split('-').at(-1) ?? '');
    const shown = usersOf[scopeOf(page) ?? ''] ?? [];
    for (const one of shown) await expect(row(page, building.users[one])).toContainText('Active');
    await expect(page.getByRole('row').filter({ hasText: '@e2e.test' })).toHaveCount(shown.length);
    if (!isOfCompany) await expect(page.getByRole('button', { name: 'Notification e-mails' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Add user' }).first().click();
    await dialog.getByLabel('E-mail').fill(email);
    await expect(dialog.getByLabel('Reception')).toHaveCount(isOfCompany ? 1 : 0);
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await expect(page.getByText(`${email} is invited.`)).toBeVisible();
    await page.getByRole('searchbox').fill(email);
    await expect(row(page, email)).toContainText('Invited');
  },
  async Messages({ page, building, user }) {
    const email = emailOf(page, building, user);
    await page.getByRole('searchbox').fill(email);
    await expect(row(page, email)).toBeVisible();
  },
  async 'Audit log'({ page, building, user }) {
    await page.getByRole('combobox', { name: 'What' }).selectOption('Invited a user');
    await expect(row(page, building.users[user]).first()).toBeVisible();
  },
  async Tenants({ page, user }) {
    if (user === 'company') return createNamed(page, 'tenant', 'Nordlys Energy', 'Add');
    await page.getByRole('searchbox').fill('Kari');
    await expect(row(page, 'Aurora Shipping').first()).toBeVisible();
  },
  async Kiosks({ page, user, building }) {
    const name = `Door of ${user} ${building.company.id}`;
    await page.getByRole('button', { name: 'Enroll' }).first().click();
    const dialog = dialogOf(page, 'Enroll a kiosk');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Code').fill(newHash());
    await dialog.getByRole('button', { name: 'Enroll' }).click();
    await expect(row(page, name)).toContainText('Never connected');
  },
  async 'Kiosk Settings'({ page }) {
    await page.getByLabel('Scan codes to check in and out').click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('The kiosk settings are saved.')).toBeVisible();
  },
  async Invitations({ page, user }) {
    const title = `Meeting of ${user}`;
    await page.getByRole('button', { name: 'New invitation' }).first().click();
    const dialog = dialogOf(page, 'Invite guests');
    await dialog.getByLabel('Title').fill(title);
    if (user !== 'tenant') await choose(dialog, 'Tenant', 'Aurora Shipping');
    await dialog.getByRole('group', { name: 'Guest 1' }).getByLabel('Name').fill('Astrid Example');
    await dialog.getByRole('group', { name: 'Guest 1' }).getByLabel('E-mail').fill('astrid@nordlys.example');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await expect(row(page, title)).toContainText('Astrid Example');
  },
  async Visitors({ page, user }) {
    if (user === 'tenant') return;
    const visit = { phone: '400 12 345', name: 'Åse Ødegård', companyName: 'Havila', tenant: 'Aurora Shipping' };
    const dialog = await fillRegisterDialog(page, visit);
    await dialog.getByRole('button', { name: 'Check in' }).click();
    await expect(row(page, 'Åse Ødegård')).toBeVisible();
  },
};

const usersOf: Record<string, User[]> = {
  admin: ['superAdmin'],
  partner: ['partner'],
  company: ['company', 'reception', 'otherReception'],
  tenants: ['tenant'],
};

const scopeOf = (page: Page) => new URL(page.url()).pathname.split('/')[1];

function emailOf(page: Page, { company }: Building, user: User): string {
  return `invited-to-${scopeOf(page)}-by-${user}-${company.id}@e2e.test`.toLowerCase();
}

async function createNamed(page: Page, what: 'company' | 'partner' | 'folder' | 'tenant', name: string, done: string) {
  const title = what === 'tenant' ? 'Add tenant' : `Create ${what}`;
  await page.getByRole('button', { name: title }).first().click();
  await dialogOf(page, title).getByLabel('Name').fill(name);
  await dialogOf(page, title).getByRole('button', { name: done, exact: true }).click();
  await expect(dialogOf(page, title)).toBeHidden();
  await expect(page.getByText(name).first()).toBeVisible();
}

async function createAndDeletePartner(page: Page, name: string) {
  await createNamed(page, 'partner', name, 'OK');
  const search = page.getByRole('searchbox');
  await search.fill(name);
  await expect(page.getByRole('row')).toHaveCount(2);
  const code = await row(page, name).getByRole('cell').nth(0).innerText();
  await search.fill(code);
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await dialogOf(page, 'Delete partner').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`Nothing found for “${code}”`)).toBeVisible();
}

/** Returns the link names. */
async function walk(day: Day): Promise<string[]> {
  const { page } = day;
  const links = sidebar(page).getByRole('link');
  await expect(links.first()).toBeVisible();
  const names = (await links.allInnerTexts()).filter((name) => name !== 'All companies');
  // The messages and the audit log show an invitation.
  for (const name of [...names.filter((name) => name === 'Users'), ...names.filter((name) => name !== 'Users')]) {
    const link = sidebar(page).getByRole('link', { name, exact: true });
    await link.click();
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    await expect(title).not.toHaveText('404');
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    await acts[await title.innerText()]?.(day);
  }
  return names;
}

const days: { user: User; links: string[]; companies?: (building: Building) => string }[] = [
  { user: 'superAdmin', links: ['Companies', 'Partners', 'Licenses'], companies: () => '/admin/companies' },
  { user: 'partner', links: ['Users', 'Companies'], companies: ({ partner }) => `/partner/${partner.id}/companies` },
  {
    user: 'company',
    links: ['Users', 'Partners', 'Tenants', 'Visitors', 'Settings', 'Kiosk Settings', 'Kiosks'],
  },
  { user: 'reception', links: ['Tenants', 'Visitors'] },
  { user: 'tenant', links: ['Users', 'Tenant', 'Visitors'] },
];

for (const { user, links, companies } of days) {
  test(`the role ${user} uses every screen of its menu`, async ({ page, building, watch }) => {
    test.slow();
    // Requests may be under way while the session ends.
    watch.allowRefusals(401);
    const day = { page, user, building };
    await signIn(page, building.users[user]);
    expect(await walk(day)).toEqual(expect.arrayContaining(links));

    if (companies) {
      await sidebar(page).getByRole('link', { name: 'Companies' }).click();
      if (user === 'superAdmin') await page.getByRole('searchbox').fill(building.company.name);
      await page.getByRole('link', { name: `Manage ${building.company.name}` }).click();
      await expect(page).toHaveURL(`/company/${building.company.id}/visitors`);
      await expect(sidebar(page).getByRole('link', { name: 'All companies' })).toBeVisible();
      expect(await walk(day)).toEqual(expect.arrayContaining(['Tenants', 'Visitors']));
      await sidebar(page).getByRole('link', { name: 'All companies' }).click();
      await expect(page).toHaveURL(companies(building));
      await expect(sidebar(page).getByRole('link', { name: 'Visitors' })).toHaveCount(0);
    }
    await signOut(page);
    await page.goBack();
    await expect(page.getByLabel('E-mail')).toBeVisible();
  });
}
