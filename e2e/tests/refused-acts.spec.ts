import { randomUUID } from 'node:crypto';
import { reportDeviceRefusals } from '@vestibule/contract/kiosks/device.ts';
import { expectAccessible } from '../harness/accessible.ts';
import { seedDevice } from '../harness/device.ts';
import { dialogOf } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test('refused kiosk visits appear at each desk until a user dismisses them', async ({ desk, building }) => {
  const device = await seedDevice(building, { name: 'North door' });
  const page = await desk('reception');
  const other = await desk('company', { path: `/company/${building.company.id}/visitors` });
  const notice = (screen: typeof page) => screen.getByText(/refused later\./);
  await expect(page.getByRole('heading', { level: 1, name: 'Visitors' })).toBeVisible();
  await expect(notice(page)).toBeHidden();

  const unknownId = 2_147_483_647;
  const occurredAt = new Date(Date.now() - 3_600_000).toISOString();
  const refusal = { reason: 'visitorIsAlreadyCheckedIn', occurredAt };
  await device.call(reportDeviceRefusals, {
    body: [
      { ...refusal, nonce: randomUUID(), tenantId: building.aurora.id },
      { ...refusal, nonce: randomUUID(), reason: 'visitNotFound', tenantId: null },
      { ...refusal, nonce: randomUUID(), kind: 'checkIn', reason: 'invitationIsOver', tenantId: null },
      { ...refusal, nonce: randomUUID(), kind: 'checkIn', reason: 'notFound', tenantId: unknownId },
    ],
  });
  await expect(notice(page)).toContainText('4 visits at offline kiosks');
  await expect(notice(other)).toContainText('4 visits at offline kiosks');

  await page.getByRole('button', { name: 'Review', exact: true }).click();
  const dialog = dialogOf(page, 'Refused at the kiosks');
  const act = (text: string) => dialog.getByRole('listitem').filter({ hasText: text });
  await expect(act('Check-in at Aurora Shipping')).toContainText('North door');
  await expect(act('Check-out')).toBeVisible();
  await act('Check-in at a deleted tenant').getByRole('button').click();
  await expect(notice(other)).toContainText('3 visits at offline kiosks');
  await dialog.getByRole('button', { name: /^Done: Check-in, / }).click();
  await expect(notice(other)).toContainText('2 visits at offline kiosks');
  await expectAccessible(page, 'the dialog of refused kiosk visits');
  await act('Check-in at Aurora Shipping')
    .getByRole('button', { name: /^Done: Check-in at/ })
    .click();
  await expect(act('Check-in at Aurora Shipping')).toBeHidden();
  await expect(dialog).toBeFocused();
  await expect(notice(other)).toContainText('A visit at an offline kiosk');
  await act('Check-out').getByRole('button', { name: /^Done/ }).click();
  await expect(dialog.getByText('Nothing left to review.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(notice(page)).toBeHidden();
  await expect(notice(other)).toBeHidden();
});
