import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { openVault } from '../../apps/server/src/platform/db/secret-key.ts';
import { answerToken } from '../../apps/server/src/visits/notification/answer-token.ts';
import { expectAccessibleInBoth } from '../harness/accessible.ts';
import type { Building } from '../harness/building.ts';
import { call } from '../harness/call.ts';
import { dialogOf, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test.describe.configure({ timeout: 90_000 });

/** The worker of the program finds steps that become due at once within five seconds. */
async function letStepCome({ db, company }: Building) {
  await db
    .updateTable('escalation')
    .set({ due_at: new Date() })
    .where('company_id', '=', company.id)
    .where('due_at', 'is not', null)
    .execute();
}

test('the desk sees each step without an answer live, and the answer ends them', async ({
  as,
  building,
  desk,
  page,
}) => {
  const { db, aurora, employee } = building;
  const per = await employee(aurora, { name: 'Per Olsen', email: `per-${aurora.id}@aurora.test` });
  await db.updateTable('tenant').set({ backup_employee_id: aurora.ola.id }).where('id', '=', aurora.id).execute();
  const standIn = { stand_in_id: per.id, stand_in_until: '2999-12-31' };
  await db.updateTable('employee').set(standIn).where('id', '=', aurora.kari.id).execute();
  const visit = { companyName: 'Havila', shouldSaveData: false, tenantId: aurora.id, employeeId: aurora.kari.id };
  const badges = { shouldPrintMainBadge: false, shouldPrintParkingBadge: false };
  const body = { name: 'Åse Ødegård', phone: '+4746999111', ...visit, ...badges };
  const { visitor } = await call(await as('reception'), registerVisit, { body });
  const visitId = visitor.currentVisitRecordId ?? 0;
  const vault = await openVault({
    secretKey: null,
    previousSecretKeys: [],
    dataDir: process.env['E2E_DATA_DIR'] ?? '',
  });

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/answer/${answerToken(vault, visitId)}`);
  await expect(page.getByText(/^If you do not answer, we will ask Per Olsen at \d\d:\d\d\.$/)).toBeVisible();
  await expectAccessibleInBoth(page, 'answer-next');

  const list = await desk('reception', { viewport: { width: 1440, height: 900 } });
  const mine = row(list, 'Åse Ødegård');
  await expect(mine).toBeVisible();
  await letStepCome(building);
  await expect(mine.getByText('No answer yet, call')).toBeVisible({ timeout: 15_000 });
  await expect(mine).toContainText('+4745011101');
  await expect(mine.getByText(/^Next: Ola Hansen at \d\d:\d\d$/)).toBeVisible();
  await list.getByRole('button', { name: /^Needs attention/ }).click();
  await expect(mine.getByText(/^Next: Ola Hansen at/)).toBeVisible();
  await expectAccessibleInBoth(list, 'desk-no-answer');
  await list.setViewportSize({ width: 360, height: 740 });
  await expect(list.getByText(/^Next: Ola Hansen at/)).toBeVisible();
  await expectAccessibleInBoth(list, 'desk-no-answer-360');
  await list.setViewportSize({ width: 1440, height: 900 });

  await list.getByRole('button', { name: 'Åse Ødegård', exact: true }).click();
  const panel = list.getByRole('complementary', { name: 'Åse Ødegård', exact: true });
  await expect(panel).toContainText('E-mail to Per Olsen: No answer from the host');
  const shown = panel.getByRole('listitem').filter({ hasText: /^Reception: No answer yet/ });
  await expect(shown).toHaveText(/\d\d:\d\dShown in the list of visitors$/);
  await expect(mine.getByText('No answer yet, call +47 450 11 101')).toBeVisible();
  await letStepCome(building);
  await expect(panel).toContainText('E-mail to Ola Hansen: No answer from the host', { timeout: 15_000 });
  await expect(mine.getByText(/^Next:/)).toHaveCount(0);
  await expect(shown).toHaveCount(1);
  await expectAccessibleInBoth(list, 'desk-steps');

  const phone = await page.context().newPage();
  await phone.setViewportSize({ width: 360, height: 740 });
  await phone.goto(`/answer/${answerToken(vault, visitId, per.id)}`);
  await expect(phone.getByText('Kari Nordmann has not answered.')).toBeVisible();
  await expectAccessibleInBoth(phone, 'answer-of-stand-in');
  await phone.getByRole('button', { name: 'Coming in 5 minutes' }).click();
  await expect(phone.getByText('You are coming in 5 minutes')).toBeVisible();
  await phone.getByLabel(/^Message for your visitor/).fill('In the lobby');
  await phone.getByRole('button', { name: 'Send' }).click();
  await expect(panel.getByText('In the lobby')).toBeVisible();
  await expect(panel.getByText('Per Olsen: Coming in 5 min')).toBeVisible();
  await expect(list.getByRole('button', { name: /^Needs attention.*0/ })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Per Olsen is coming in 5 minutes.')).toBeVisible();
});

test('a manager chooses the backup employee, and reception only reads it', async ({ building, desk }) => {
  const page = await desk('company', { path: `/tenants/${building.aurora.id}` });
  await page.getByRole('button', { name: 'Choose the backup employee' }).click();
  const dialog = dialogOf(page, 'Backup employee');
  await dialog.getByLabel('Backup employee').fill('Ola');
  await page.getByRole('option', { name: 'Ola Hansen' }).click();
  await expectAccessibleInBoth(page, 'backup-employee');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The backup employee of Aurora Shipping is saved.')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: 'Ola Hansen' })).toBeVisible();
  await expectAccessibleInBoth(page, 'tenant-backup');

  const reader = await desk('reception', { path: `/tenants/${building.aurora.id}` });
  await expect(reader.getByRole('definition').filter({ hasText: 'Ola Hansen' })).toBeVisible();
  await expect(reader.getByRole('button', { name: 'Choose the backup employee' })).toHaveCount(0);
});
