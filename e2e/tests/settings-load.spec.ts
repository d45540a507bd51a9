import { choose } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test('the settings of a company open only with its preferences', async ({ desk, building, watch }) => {
  watch.allowRefusals(403);
  const page = await desk('company');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const company = `**/api/v1/company/${building.company.id}`;
  const refusal = { status: 403, json: { status: 403, reason: 'notAllowed', requestId: 'x' } };
  await page.route(company, (route) =>
    route.request().method() === 'GET' ? route.fulfill(refusal) : route.continue(),
  );
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page.getByText('The settings could not be loaded')).toBeVisible();
  await expect(save).toBeHidden();
  await page.unroute(company);
  await page.getByRole('button', { name: 'Try again' }).click();
  await choose(page.locator('form'), 'Badge paper', 'A6 sheet');
  await save.click();
  await expect(page.getByText('The settings are saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Badge paper' })).toHaveText('A6 sheet');
});
