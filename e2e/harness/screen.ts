import { expect, type Locator, type Page } from '@playwright/test';

export function row(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text });
}

export function dialogOf(page: Page, name?: string): Locator {
  return page.getByRole('dialog', name === undefined ? {} : { name });
}

export function userMenu(page: Page): Locator {
  return page.getByRole('button', { name: '@e2e.test' });
}

export async function openRegisterDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Register visitor' }).first().click();
  return dialogOf(page, 'Register visitor');
}

export async function choose(within: Locator, label: string, option: string) {
  const select = within.getByRole('button', { name: label }).and(within.locator('[aria-haspopup="listbox"]'));
  const field = within.getByRole('combobox', { name: label }).or(select);
  // Scrolling closes an open list.
  await field.scrollIntoViewIfNeeded();
  await field.click();
  await within.page().getByRole('listbox').getByRole('option', { name: option }).click();
}

interface Visit {
  phone: string;
  name?: string;
  companyName?: string;
  tenant: string;
  employee?: string;
}

/** Does not submit it. */
export async function fillRegisterDialog(
  page: Page,
  { phone, name, companyName, tenant, employee }: Visit,
): Promise<Locator> {
  const dialog = await openRegisterDialog(page);
  await dialog.getByLabel('Phone').fill(phone);
  if (name !== undefined) await dialog.getByLabel('Name', { exact: true }).fill(name);
  if (companyName !== undefined) await dialog.getByLabel('Company', { exact: true }).fill(companyName);
  await chooseVisiting(dialog, employee ?? tenant);
  return dialog;
}

/** A tenant, or an employee by name. */
export async function chooseVisiting(dialog: Locator, name: string) {
  const field = dialog.getByRole('combobox', { name: 'Visiting' });
  await field.fill(name);
  const page = dialog.page();
  // A tenant comes before its employees.
  await page
    .getByRole('option')
    .filter({ hasText: new RegExp(`^${name}`) })
    .first()
    .click();
  await expect(field).toHaveValue(new RegExp(`^${name}`));
}

export async function chooseMore(page: Page, name: string, entry: string) {
  await page.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

export function partsOf(page: Page, label: string): Locator {
  return page.getByRole('group', { name: label, exact: true }).getByRole('spinbutton');
}

export async function typeDay(page: Page, label: string, day: string) {
  await partsOf(page, label).first().focus();
  await page.keyboard.type(day.split('-').toReversed().join(''));
}

export async function clearDay(page: Page, label: string) {
  const parts = partsOf(page, label);
  await parts.last().focus();
  while ((await parts.first().getAttribute('data-placeholder')) === null) await page.keyboard.press('Backspace');
}

type ChosenFile = Parameters<Locator['setInputFiles']>[0];

/** Chooses `file` in the file chooser that `open` opens. */
export async function chooseFile(page: Page, open: () => Promise<void>, file: ChosenFile) {
  const choosing = page.waitForEvent('filechooser');
  // The browser can handle a key before it learns that the test takes the chooser. It runs a script only after that.
  await page.evaluate(() => undefined);
  await open();
  await (await choosing).setFiles(file);
}
