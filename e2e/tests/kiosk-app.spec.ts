import { randomUUID } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Page } from '@playwright/test';
import { createKiosk } from '@vestibule/contract/kiosk.ts';
import { newLicenceKey } from '../../apps/server/src/licence/key.ts';
import type { Building } from '../harness/building.ts';
import { call } from '../harness/call.ts';
import { row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

// What fades in is measured as it stands in the end.
test.use({ reducedMotion: 'reduce' });
test.describe.configure({ timeout: 120_000 });

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function expectAccessible(page: Page, what: string) {
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  expect
    .soft(
      violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join()}`),
      what,
    )
    .toEqual([]);
}

function button(page: Page, name: string | RegExp) {
  return page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
}

async function typePhone(page: Page, digits: string) {
  for (const digit of digits) await button(page, digit).click();
  await button(page, 'Next').click();
}

async function layLicence({ db }: Building): Promise<string> {
  const folder = await db
    .insertInto('licence_folder')
    .values({ name: `Kiosks ${randomUUID()}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const key = newLicenceKey();
  await db.insertInto('licence').values({ folder_id: folder.id, key }).execute();
  return key;
}

/** Makes the page a kiosk of the building, as it is done in the lobby. */
async function enrol(page: Page, building: Building, manager: BrowserContext) {
  await page.goto('/kiosk');
  await expect(page.getByText(/^[A-Z0-9]{8}$/)).toBeVisible();
  await expectAccessible(page, 'the code');
  const hash = (await page.getByText(/^[A-Z0-9]{8}$/).textContent()) ?? '';
  const body = { name: 'Main entrance', hash };
  await call(manager.request, createKiosk, { params: { companyId: String(building.company.id) }, body });
  await page.getByLabel('Licence key').fill('AAAAABBBBBCCCCCDDDDDEEEEE');
  await expect(page.getByText('There is no such key.')).toBeVisible();
  await expectAccessible(page, 'a licence that does not exist');
  await page.getByLabel('Licence key').fill(await layLicence(building));
  await expect(button(page, 'Check in')).toBeVisible();
}

test('a kiosk is enrolled, a visitor comes in, the desk sees them, and they leave', async ({
  page,
  desk,
  building,
  watch,
}) => {
  // The licence is asked for by a refusal, and the first key is a wrong one.
  watch.allowRefusals(402, 404);
  const manager = await desk('company');
  await enrol(page, building, manager.context());
  await expectAccessible(page, 'the welcome');

  await button(page, 'Check in').click();
  await typePhone(page, '40012345');
  await page.getByLabel('Name').fill('Åse Ødegård');
  await button(page, 'Next').click();
  await page.getByLabel('Company').fill('Havila Logistics');
  await button(page, 'Next').click();
  await page.getByLabel(/from three letters/).fill('kar');
  await expectAccessible(page, 'the people found');
  await button(page, /Kari Nordmann/).click();
  const ended = page.getByRole('heading', { name: 'Åse Ødegård is checked in' });
  const questions = { 'I agree': 'consent', 'Yes, remember me': 'remember', 'No badge': 'badges' };
  const next = ended.or(page.getByRole('button', { name: /^(I agree|Yes, remember me|No badge)$/ })).first();
  for (const what of Object.values(questions)) {
    await expect(next).toBeVisible();
    if (await ended.isVisible()) break;
    await expectAccessible(page, what);
    await next.click();
  }
  await expect(ended).toBeVisible();
  await expectAccessible(page, 'checked in');
  await manager.goto(`/company/${building.company.id}/visitors`);
  await expect(row(manager, 'Åse Ødegård')).toBeVisible();

  await button(page, 'Done').click();
  await button(page, 'Check out').click();
  await typePhone(page, '40012345');
  await expect(page.getByRole('heading', { name: 'Goodbye, Åse Ødegård' })).toBeVisible();
  await expectAccessible(page, 'checked out');
  await expect(row(manager, 'Åse Ødegård')).toBeHidden();
});
