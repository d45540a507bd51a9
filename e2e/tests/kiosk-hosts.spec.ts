import type { Page } from '@playwright/test';
import { button, expectAccessible, introduce, test } from '../harness/kiosk-app.ts';
import { expect } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });
test.describe.configure({ timeout: 120_000 });

const letters = 'ABCDEFGHIJKLMNOPQRST';

/** Counts the choices that are completely visible. */
function countVisible(page: Page): Promise<number> {
  return page.getByRole('list').evaluate((list) => {
    const { top, bottom } = list.getBoundingClientRect();
    return [...list.children].filter((entry) => {
      const box = entry.getBoundingClientRect();
      return box.top >= top - 1 && box.bottom <= bottom + 1;
    }).length;
  });
}

test('finds a host among 40 tenants by letters, by the strip, and by Enter', async ({ page, building, enroll }) => {
  for (const letter of letters) for (const kind of ['Analytics', 'Media']) await building.tenant(`${letter}ix ${kind}`);
  await enroll();
  await introduce(page);
  await expect(page.getByRole('heading', { name: 'Who are you visiting?' })).toBeVisible();
  expect(await countVisible(page)).toBeGreaterThanOrEqual(12);
  await page.setViewportSize({ width: 800, height: 1280 });
  expect(await countVisible(page)).toBeGreaterThanOrEqual(18);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectAccessible(page, 'many tenants');

  const strip = page.getByRole('navigation', { name: 'Go to a letter' });
  await expect(strip.getByRole('button')).toHaveCount(5);
  for (const letters of await strip.getByRole('button').all()) await expect(letters).toBeInViewport({ ratio: 1 });
  await strip.getByRole('button').last().click();
  await expect(button(page, 'Tix Media')).toBeInViewport({ ratio: 1 });
  await expect(button(page, 'Aix Media')).not.toBeInViewport();

  const search = page.getByLabel(/^Search for a person/);
  await search.fill('k');
  await expect(page.getByRole('listitem').first()).toContainText('Kari Nordmann');
  await expect(page.getByRole('listitem').nth(1)).toContainText('Kix Analytics');
  await expect(strip).toBeHidden();
  await search.press('Enter');
  await expect(search).toHaveValue('k');
  await search.fill('kari');
  await search.press('Enter');
  await expect(page.getByRole('heading', { name: 'Almost done, Åse Ødegård' })).toBeVisible();
});

test('"No one in particular" stays beside the search of many people', async ({ page, building, enroll }) => {
  for (let index = 0; index < 60; index += 1) {
    await building.employee(building.aurora, { name: `Person ${index}`, email: `person-${index}@aurora.test` });
  }
  await enroll();
  await introduce(page);
  await expect(page.getByRole('heading', { name: 'Who are you visiting?' })).toBeVisible();
  await button(page, 'Aurora Shipping').click();
  const noOne = button(page, 'No one in particular');
  await expect(noOne).toBeInViewport({ ratio: 1 });
  await page.getByLabel(/^Search for a person/).fill('person 5');
  await expect(noOne).toBeInViewport({ ratio: 1 });
  await noOne.click();
  await expect(page.getByRole('heading', { name: 'Almost done, Åse Ødegård' })).toBeVisible();
});
