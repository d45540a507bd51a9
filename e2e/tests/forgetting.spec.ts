import { dialogOf, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test('where nothing is kept, who is checked out is gone from every list, and only counted', async ({
  desk,
  building,
}) => {
  const { aurora, company, db } = building;
  const visitor = await building.visitor({ name: 'Åse Ødegård', inside: aurora });
  const page = await desk('company', { path: `/company/${company.id}/settings` });
  await page.getByRole('radio', { name: 'At once' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The settings are saved.')).toBeVisible();

  await page.getByRole('link', { name: 'Visitors' }).click();
  await page.getByRole('button', { name: 'Check out Åse Ødegård' }).click();
  await dialogOf(page, 'Check out').getByRole('button', { name: 'Check out' }).click();
  await expect(row(page, 'Åse Ødegård')).toHaveCount(0);
  await page.getByRole('tab', { name: 'All' }).click();
  await expect(page.getByText('There are no visitors yet')).toBeVisible();

  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByText('No visits are kept')).toBeVisible();
  await expect(page.getByRole('row', { name: /Aurora Shipping 1/ })).toBeVisible();
  expect(await db.selectFrom('visitor').select('id').where('id', '=', visitor.id).execute()).toEqual([]);
});
