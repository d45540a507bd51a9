import { expectAccessible } from '../harness/accessible.ts';
import { passOf, scan } from '../harness/scanner.ts';
import { row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test('a check-out needs one press, can be undone for ten seconds, and no toast covers the search', async ({
  desk,
  building,
}) => {
  const { visitor, aurora } = building;
  await visitor({ name: 'Liv Hauge', inside: aurora, minutesAgo: 2 });
  await visitor({ name: 'Wei Chen', inside: aurora, minutesAgo: 5 });
  const page = await desk('reception');
  const undo = page.getByRole('button', { name: 'Undo the check-out of Liv Hauge' });
  await page.getByRole('button', { name: 'Check out Liv Hauge' }).dblclick();
  // In one step, because the toast stays for three seconds only. It is drawn a moment after it is in the document.
  const places = await page.waitForFunction((message) => {
    const toast = [...document.querySelectorAll('[role=alertdialog]')].find((one) => one.textContent.includes(message));
    const buttons = [...document.querySelectorAll('button')];
    const register = buttons.find(({ textContent }) => textContent.startsWith('Register visitor'));
    const search = document.querySelector('[type=search]');
    if (!toast?.getClientRects().length || !register || !search) return null;
    const [placeOfToast, ...controls] = [toast, register, search].map((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return { top, bottom };
    });
    return placeOfToast && { toast: placeOfToast, controls };
  }, 'Liv Hauge is checked out.');
  const seen = await places.jsonValue();
  if (!seen) throw new Error('The toast was not drawn.');
  const { toast, controls } = seen;
  for (const { top, bottom } of [toast, ...controls]) expect(bottom).toBeGreaterThan(top);
  expect(controls).toHaveLength(2);
  for (const { top, bottom } of controls) expect(toast.bottom <= top || toast.top >= bottom).toBe(true);
  await expect(undo).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['Current 1', 'Expected 0', 'All 2']);
  await expect(row(page, 'Liv Hauge')).toContainText('Checked out');
  await undo.click();
  await expect(page.getByText('Liv Hauge is inside again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check out Liv Hauge' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['Current 2', 'Expected 0', 'All 2']);
  await expect(page.getByRole('rowheader')).toHaveText(['Liv Hauge', 'Wei Chen']);

  await page.getByRole('button', { name: 'Check out Liv Hauge' }).press('Enter');
  await expect(undo).toBeFocused();
  await expectAccessible(page);
  await page.mouse.move(0, 0);
  await expect(row(page, 'Liv Hauge')).toBeHidden({ timeout: 15_000 });
});

test('offers Undo for a check-out by a scanned badge', async ({ desk, building }) => {
  const { visitor, aurora, company, db } = building;
  await visitor({ name: 'Liv Hauge', inside: aurora });
  const visits = db.selectFrom('visit').select('id').where('company_id', '=', company.id);
  const { id } = await visits.executeTakeFirstOrThrow();
  const page = await desk('reception');
  await expect(row(page, 'Liv Hauge')).toBeVisible();
  await scan(page, await passOf(id, 'visit'));
  await expect(page.getByText('Liv Hauge is checked out.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo the check-out of Liv Hauge' }).click();
  await expect(page.getByRole('button', { name: 'Check out Liv Hauge' })).toBeVisible();
});

test('offers no Undo if the check-out erased the visit, and explains an Undo that comes too late', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(409);
  const { visitor, aurora, company, db } = building;
  await visitor({ name: 'Liv Hauge', inside: aurora });
  const page = await desk('reception');
  await page.getByRole('button', { name: 'Check out Liv Hauge' }).click();
  const undo = page.getByRole('button', { name: /^Undo/ });
  await expect(undo).toBeVisible();
  await db
    .updateTable('visit')
    .set({ checked_out_at: new Date(Date.now() - 60_000) })
    .where('company_id', '=', company.id)
    .execute();
  await undo.click();
  await expect(page.getByText('It is too late to undo this check-out.')).toBeVisible();

  await db
    .updateTable('tenant_settings')
    .set({ enable_gdpr: true, gdpr_handling: 'noInfoSaved' })
    .where('company_id', '=', company.id)
    .execute();
  await visitor({ name: 'Wei Chen', inside: aurora });
  await page.reload();
  await page.getByRole('button', { name: 'Check out Wei Chen' }).click();
  await expect(row(page, 'Wei Chen')).toBeHidden();
  await expect(undo).toHaveCount(0);
});
