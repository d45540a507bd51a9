import { randomUUID } from 'node:crypto';
import type { Page, Route } from '@playwright/test';
import { expectAccessible } from '../harness/accessible.ts';
import { loopbookingDomain, type Person, setMembers } from '../harness/directories.ts';
import { loseAnswer } from '../harness/lose-answer.ts';
import { choose, dialogOf } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

const tenant = 'Bryggen Architects';

test.beforeEach(({ watch }) => watch.allowDirectoryLogin());

async function groupOf(count: number): Promise<{ group: string; people: Person[] }> {
  // Digits could be taken for a phone number.
  const group = randomUUID().replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
  const people = Array.from({ length: count }, (_, index) => ({
    id: `${group}-${index}`,
    name: `Member ${index}`,
    email: `member-${index}@bryggen.test`,
  }));
  await setMembers(group, people);
  return { group, people };
}

async function openIntegration(page: Page) {
  await page.getByRole('button', { name: `Actions for ${tenant}` }).click();
  await page.getByRole('menuitem', { name: 'Integration' }).click();
  const dialog = dialogOf(page, `Integration of ${tenant}`);
  await expect(dialog).toBeVisible();
  return dialog;
}

async function connect(page: Page, group: string, account = 'reader@bryggen.test') {
  const dialog = await openIntegration(page);
  await dialog.getByLabel('Group id').fill(group);
  await dialog.getByRole('button', { name: 'Go to Microsoft 365' }).click();
  await page.getByLabel('Service account').fill(account);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

const refresh = (page: Page) => page.getByRole('button', { name: `Synchronize ${tenant} with its directory` }).click();

async function expectEmployees(page: Page, count: number) {
  // An open dialog hides the table from role queries.
  await expect(page.locator('tr', { hasText: tenant })).toContainText(
    count === 1 ? '1 employee' : `${count} employees`,
  );
}

test('connects a tenant, synchronizes employees who leave and return, and disconnects it with its employees kept', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(409);
  watch.allowNetworkLoss();
  const { group, people } = await groupOf(4);
  const tenants = `/company/${building.company.id}/tenants`;
  const page = await desk('company', { path: tenants });
  const questions: string[] = [];
  page.on('dialog', (question) => {
    questions.push(question.type());
    void question.accept();
  });
  await loseAnswer(page, '**/integration/oauth');
  await connect(page, group);
  expect(questions, 'dialogs of the browser before the redirect to Microsoft').toEqual([]);
  await expect(page.getByRole('alert')).toContainText('No connection');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Integration is successful')).toBeVisible();
  await expect(page).toHaveURL(tenants);

  const first = dialogOf(page, `Synchronize ${tenant}`);
  await expect(first).toContainText('Added: 4');
  await expectEmployees(page, 0);
  await first.getByRole('button', { name: 'Synchronize', exact: true }).click();
  await expect(page.getByText('Tenant employees were updated')).toBeVisible();
  await expectEmployees(page, 4);

  await setMembers(group, people.slice(1));
  await refresh(page);
  await expectEmployees(page, 3);
  await setMembers(group, people);
  await refresh(page);
  await expectEmployees(page, 4);

  const dialog = await openIntegration(page);
  await expect(dialog.getByRole('button', { name: 'Directory' })).toBeDisabled();
  await expect(dialog.getByRole('checkbox', { name: 'Self-configured app' })).toBeDisabled();
  await expect(dialog).toContainText('Last success');
  await expect(dialog.getByText('Required')).toBeHidden();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: tenant, exact: true }).click();
  await expect(page).toHaveURL(`/tenants/${building.bryggen.id}`);
  await expect(page.getByText('Last success')).toBeVisible();
  await expect(page.getByText('Next run')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Tenants' }).click();
  await expect(page).toHaveURL(tenants);
  await openIntegration(page);
  await dialog.getByRole('button', { name: 'Remove integration' }).click();
  const question = dialogOf(page, 'Remove integration');
  await question.getByRole('radio', { name: 'Delete the employees' }).check();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: `Actions for ${tenant}` })).toBeFocused();
  await openIntegration(page);
  await dialog.getByRole('button', { name: 'Remove integration' }).click();
  await expect(question.getByRole('radio', { name: 'Keep the employees' })).toBeChecked();
  await loseAnswer(page, '**/integration/nullify');
  await question.getByRole('button', { name: 'Remove integration' }).click();
  await expect(question.getByRole('alert')).toContainText('No connection');
  await question.getByRole('button', { name: 'Remove integration' }).click();
  await expect(page.getByText(`The integration of ${tenant} is removed.`)).toBeVisible();
  await expectEmployees(page, 4);
  await expect(page.getByRole('button', { name: `Synchronize ${tenant} with its directory` })).toBeHidden();
});

test('a receptionist connects a tenant, sees why a synchronization failed, and connects it again', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(502);
  const { group } = await groupOf(2);
  const page = await desk('reception', { path: `/company/${building.company.id}/tenants` });
  await connect(page, group);
  await expect(page.getByText('Integration is successful')).toBeVisible();
  await expect(page).toHaveURL(`/tenants/${building.bryggen.id}`);
  await expect(dialogOf(page, `Synchronize ${tenant}`)).toContainText('Added: 2');
  const revoking = building.db.updateTable('directory_sync').set({ last_failure: 'consentRevoked' });
  await revoking.where('tenant_id', '=', building.bryggen.id).execute();
  await page.reload();
  await expect(page.getByText('The directory no longer allows access.')).toBeVisible();
  await expectAccessible(page);
  const dialog = await openIntegration(page);
  await dialog.getByRole('button', { name: 'Connect again' }).click();
  await dialog.getByRole('button', { name: 'Go to Microsoft 365' }).click();
  await page.getByLabel('Service account').fill('reader@bryggen.test');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Integration is successful')).toBeVisible();
  await dialogOf(page, `Synchronize ${tenant}`).getByRole('button', { name: 'Synchronize', exact: true }).click();
  await expect(page.getByText('2 employees')).toBeVisible();
});

test('removes many employees only after a confirmation', async ({ desk, building, watch }) => {
  watch.allowRefusals(409);
  const { group, people } = await groupOf(4);
  const page = await desk('company', { path: `/company/${building.company.id}/tenants` });
  await connect(page, group);
  await dialogOf(page, `Synchronize ${tenant}`).getByRole('button', { name: 'Synchronize', exact: true }).click();
  await expectEmployees(page, 4);
  await setMembers(group, people.slice(2));
  const dialog = dialogOf(page, `Synchronize ${tenant}`);
  const leave = async (route: Route) => {
    if (route.request().method() === 'PUT') await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await route.continue();
  };
  await page.route('**/employees/sync', leave);
  await refresh(page);
  await expect(page.getByText('More than 30 % of the employees would be removed.')).toBeVisible();
  await page.unroute('**/employees/sync', leave);
  await refresh(page);
  await expect(dialog).toContainText('2 of 4 employees');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectEmployees(page, 4);
  await dialog.getByRole('button', { name: 'Remove them' }).click();
  await expectEmployees(page, 2);
});

test('requires a test of a Loopbooking access key, and another test after a change', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(400, 409);
  watch.allowNetworkLoss();
  const { group } = await groupOf(2);
  const page = await desk('company', { path: `/company/${building.company.id}/tenants` });
  const dialog = await openIntegration(page);
  await choose(dialog, 'Directory', 'Loopbooking');
  const tryIt = dialog.getByRole('button', { name: 'Test connection' });
  const set = dialog.getByRole('button', { name: 'Set integration' });
  await expect(tryIt).toBeDisabled();
  await dialog.getByLabel('Domain').fill(loopbookingDomain);
  await expect(tryIt).toBeDisabled();
  await dialog.getByLabel('Access key').fill('wrong');
  await expect(set).toBeDisabled();
  await tryIt.click();
  await expect(dialog.getByRole('alert')).toContainText('Loopbooking does not accept this domain and access key.');
  await expect(set).toBeDisabled();
  await dialog.getByLabel('Access key').fill(group);
  await expect(dialog.getByRole('alert')).toBeHidden();
  await tryIt.click();
  await expect(set).toBeEnabled();
  await dialog.getByLabel('Domain').fill(`other.${loopbookingDomain}`);
  await expect(set).toBeDisabled();
  await tryIt.click();
  await loseAnswer(page, '**/integration/loopboking');
  await set.click();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Integration is successful')).toBeVisible();
  await dialogOf(page, `Synchronize ${tenant}`).getByRole('button', { name: 'Synchronize', exact: true }).click();
  await expectEmployees(page, 2);

  await (await openIntegration(page)).getByRole('button', { name: 'Remove integration' }).click();
  const question = dialogOf(page, 'Remove integration');
  await question.getByRole('radio', { name: 'Delete the employees' }).check();
  const { db, bryggen } = building;
  const host = await db
    .selectFrom('employee')
    .select(['id', 'name'])
    .where('tenant_id', '=', bryggen.id)
    .limit(1)
    .executeTakeFirstOrThrow();
  const guest = await building.visitor({ name: 'Åse Ødegård', inside: bryggen, host });
  await question.getByRole('button', { name: 'Remove integration' }).click();
  await expect(question.getByRole('alert')).toContainText('Some employees currently have a visit.');
  await db.updateTable('visit').set({ checked_out_at: new Date() }).where('visitor_id', '=', guest.id).execute();
  await question.getByRole('button', { name: 'Remove integration' }).click();
  await expectEmployees(page, 0);
});

test('a synchronization shows its progress, names a member with a used address, and imports the others', async ({
  desk,
  building,
}) => {
  const { group } = await groupOf(2);
  await building.employee(building.bryggen, { name: 'By hand', email: 'member-0@bryggen.test' });
  const page = await desk('company', { path: `/company/${building.company.id}/tenants` });
  await connect(page, group);
  const dialog = dialogOf(page, `Synchronize ${tenant}`);
  await expect(dialog).toContainText('Not imported: 1');
  await expect(dialog.getByRole('row', { name: 'Member 0' })).toContainText('Already in use for another employee.');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(dialog.getByText('Already in use for another employee.')).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 800 });
  const release = Promise.withResolvers<undefined>();
  let asked = 0;
  await page.route('**/employees/sync', async (route) => {
    if (route.request().method() === 'PUT') {
      await release.promise;
      return route.continue();
    }
    asked += 1;
    // The first reply predates the run.
    if (asked === 1) return route.continue();
    const data = { state: 'running', done: 120, of: null, lastSuccessAt: null, lastFailure: null, nextAt: null };
    return route.fulfill({ json: { data } });
  });
  await dialog.getByRole('button', { name: 'Synchronize', exact: true }).click();
  await expect(dialog.getByText('Running: 120 read')).toBeVisible({ timeout: 5_000 });
  release.resolve(undefined);
  await expect(page.getByText('Tenant employees were updated')).toBeVisible();
  await expect(dialog).toContainText('Unsuccessful Employees Import');
  await expectEmployees(page, 2);

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.unrouteAll({ behavior: 'wait' });
  await page.route('**/employees/sync', async (route) => {
    if (route.request().method() === 'PUT') await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await route.continue();
  });
  await refresh(page);
  await expect(page.getByText('Not imported: 1'), 'after the user closed the dialog').toBeVisible();
});

test('an account without the right to read the directory, or a canceled sign-in, connects nothing', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(403);
  const { group } = await groupOf(1);
  const page = await desk('company', { path: `/company/${building.company.id}/tenants` });
  await connect(page, group, 'nobody@bryggen.test');
  await expect(page.getByRole('alert')).toContainText('Please log in with service account!');
  await expect(page.getByRole('alert')).toContainText('There was an error during tenant authorization.');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(`/company/${building.company.id}/tenants`);
  await expectEmployees(page, 0);
  await page.goto('/directory-return');
  await expect(page.getByRole('alert')).toContainText('There was an error during tenant authorization.');
  await expect(page.getByRole('alert')).toContainText('There was an error during getting tenant data.');
});
