import { purgeVisits } from '../../apps/server/src/visits/retention/retention.ts';
import { chooseVisiting, dialogOf, openRegisterDialog, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test('if the tenant keeps nothing, a check-out removes the visitor from every list and keeps a count', async ({
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
  await expect(row(page, 'Åse Ødegård')).toHaveCount(0);
  await page.getByRole('tab', { name: 'All' }).click();
  await expect(page.getByText('There are no visitors yet')).toBeVisible();

  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByText('No visits are kept')).toBeVisible();
  await expect(page.getByRole('row', { name: /Aurora Shipping 1/ })).toBeVisible();
  expect(await db.selectFrom('visitor').select('id').where('id', '=', visitor.id).execute()).toEqual([]);
});

test('an expired visitor disappears from the list and remains in the counts', async ({ desk, building }) => {
  const { aurora, company, db } = building;
  const visitor = await building.visitor({ name: 'Åse Ødegård', inside: aurora });
  await building.visitor({ name: 'Frida Nilsen', inside: aurora });
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  await db
    .updateTable('visit')
    .set({ checked_in_at: hoursAgo(26), checked_out_at: hoursAgo(25) })
    .where('visitor_id', '=', visitor.id)
    .execute();
  const page = await desk('reception', { path: `/company/${company.id}/history` });
  await expect(row(page, 'Åse Ødegård')).toBeVisible();
  await page.getByRole('link', { name: 'Visitors' }).click();
  await page.getByRole('tab', { name: 'All' }).click();
  await expect(row(page, 'Frida Nilsen')).toBeVisible();
  await expect(row(page, 'Åse Ødegård')).toBeVisible();

  await db
    .updateTable('tenant_settings')
    .set({ gdpr_handling: 'deletedAfter24hours' })
    .where('company_id', '=', company.id)
    .execute();
  await purgeVisits({ acrossCompanies: db, within: () => db }, new Date(), () => Promise.resolve());
  await expect(row(page, 'Åse Ødegård')).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'All 1' })).toBeVisible();
  await expect(row(page, 'Frida Nilsen')).toBeVisible();

  await page.goto(`/company/${company.id}/history`);
  await expect(page.getByText('No visits are kept')).toBeVisible();
  await expect(page.getByRole('row', { name: /Aurora Shipping 2/ })).toBeVisible();
});

test('an opt-out at one tenant leaves the visit to another one, until a data request removes it', async ({
  desk,
  building,
}) => {
  const { bryggen, company, db } = building;
  const visitor = await building.visitor({ name: 'Åse Ødegård', phone: '+4740012345', inside: bryggen });
  await db.updateTable('visitor').set({ should_save_data: true }).where('id', '=', visitor.id).execute();
  await db
    .updateTable('visit')
    .set({ checked_out_at: new Date().toISOString() })
    .where('visitor_id', '=', visitor.id)
    .execute();
  const page = await desk('company');
  const dialog = await openRegisterDialog(page);
  await dialog.getByLabel('Phone').fill('40012345');
  await dialog.getByLabel('Phone').press('Tab');
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Åse Ødegård');
  await dialog.getByLabel('Name', { exact: true }).fill('Another Name');
  await chooseVisiting(dialog, 'Aurora Shipping');
  const whatGoes = dialog.getByText('At check-out, the visits to this tenant');
  await expect(whatGoes).toHaveCount(0);
  await dialog.getByRole('checkbox', { name: 'Remember this visitor' }).uncheck();
  await expect(whatGoes).toBeVisible();
  await dialog.getByRole('button', { name: 'Check in' }).click();
  await page.getByRole('button', { name: 'Check out Another Name' }).click();
  await expect(row(page, 'Another Name')).toHaveCount(0);
  await page.getByRole('tab', { name: 'All' }).click();
  await expect(page.getByText('There are no visitors yet')).toBeVisible();

  await page.goto(`/company/${company.id}/history`);
  await expect(row(page, 'Åse Ødegård')).toContainText('Bryggen Architects');
  await expect(row(page, 'Another Name')).toHaveCount(0);
  await page.getByRole('button', { name: 'Export or erase the data of Åse Ødegård' }).click();
  const request = dialogOf(page, 'Data of Åse Ødegård');
  const downloading = page.waitForEvent('download');
  await request.getByRole('button', { name: 'Export data' }).click();
  expect((await downloading).suggestedFilename()).toBe('visitor-data.json');
  await request.getByLabel('remove').fill('remove');
  await expect(request.getByText('If the visitor is inside now, the visit ends')).toBeVisible();
  await request.getByRole('button', { name: 'Erase at once' }).click();
  await expect(page.getByText('The visitor is erased.')).toBeVisible();
  await expect(page.getByText('No visits are kept')).toBeVisible();
});
