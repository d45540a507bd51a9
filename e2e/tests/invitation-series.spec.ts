import { dayThere } from '../../apps/server/src/testing/day.ts';
import { inviteGuest } from '../harness/invitations.ts';
import { choose, dialogOf } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });

const hourMs = 3_600_000;

/** A series until the day after tomorrow, which begins tomorrow. */
function series(interval: number) {
  const start = Math.ceil(Date.now() / hourMs) * hourMs + 24 * hourMs;
  const until = dayThere(start, 1);
  return {
    title: 'Lease review',
    startsAt: new Date(start).toISOString(),
    repeat: { unit: 'day', interval, until } as const,
  };
}

test('says that a guest who declined one date gets a message about the removal from the others', async ({
  desk,
  as,
  building,
}) => {
  const { db, company } = building;
  const { guestId } = await inviteGuest(await as('reception'), building, {
    ...series(1),
    email: 'eve@nordlys.example',
    notifyGuests: true,
  });
  const first = db.updateTable('invitation_guest').set({ declined_at: new Date() }).where('id', '=', guestId);
  await first.where('company_id', '=', company.id).execute();
  const page = await desk('reception', { path: `/company/${company.id}/invitations` });
  await page.getByRole('button', { name: 'Guests of Lease review' }).first().click();
  await page.getByRole('button', { name: 'Remove Eve Guest' }).click();
  const dialog = dialogOf(page, 'Remove guest');
  await expect(dialog.getByText('Eve Guest gets no message.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Change' }).selectOption('All dates');
  await expect(dialog.getByText('Eve Guest gets a message.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Eve Guest is removed.')).toBeVisible();
  const messages = db.selectFrom('message').select('kind').where('company_id', '=', company.id).orderBy('id');
  expect((await messages.execute()).at(-1)).toEqual({ kind: 'invitationCanceled' });
});

test('shows the interval of days that the API set', async ({ desk, as, building }) => {
  await inviteGuest(await as('reception'), building, series(2));
  const page = await desk('reception', { path: `/company/${building.company.id}/invitations` });
  await page.getByRole('button', { name: 'More for Lease review' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = dialogOf(page, 'Edit invitation');
  await choose(dialog, 'Change', 'All dates');
  await expect(dialog.getByText('Every how many days: 2')).toBeVisible();
  await choose(dialog, 'Repeat', 'Weekly');
  await expect(dialog.getByText('Every how many days')).toHaveCount(0);
});
