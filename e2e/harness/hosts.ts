import type { Page } from '@playwright/test';
import type { Building } from './building.ts';
import { mailsTo } from './mail.ts';
import { expect } from './test.ts';

/** An employee whose address no other building has. */
export async function host({ employee, aurora, company }: Building, name = 'Liv Berg') {
  const email = `${name.toLowerCase().replace(/\W+/g, '-')}-${company.id}@aurora.test`;
  return { ...(await employee(aurora, { name, email })), email };
}

export async function linksTo(email: string): Promise<string[]> {
  return (await mailsTo(email)).flatMap(({ text }) => /https?:\S+\/my\/link\/\S+/.exec(text) ?? []);
}

export async function askForLink(page: Page, email: string): Promise<string> {
  const before = await linksTo(email);
  await page.goto('/my');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
  const newer = async () => (await linksTo(email)).find((link) => !before.includes(link));
  await expect.poll(newer, { timeout: 10_000 }).toBeDefined();
  return (await newer()) ?? '';
}

export async function signIn(page: Page, email: string) {
  await page.goto(await askForLink(page, email));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/my');
  await expect(page.getByRole('heading', { level: 1, name: 'My visitors' })).toBeVisible();
}
