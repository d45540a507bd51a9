import type { Message } from '@vestibule/contract/visits/message.ts';
import { expectAccessible } from '../harness/accessible.ts';
import type { Building } from '../harness/building.ts';
import { publishVisits } from '../../apps/server/src/visits/notification/arrival.ts';
import { mailTo } from '../harness/mail.ts';
import { chooseMore, dialogOf, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

async function unannounced(building: Building) {
  const { company, aurora, visitor, employee } = building;
  const recipient = `host-${company.id}@aurora.test`;
  const host = await employee(aurora, { name: 'Solveig Dahl', email: recipient });
  const { id, name } = await visitor({ name: 'Åse Ødegård', inside: aurora, host });
  await seedFailedMessage(building, id, { kind: 'arrival', channel: 'email', recipient });
  return { to: recipient, name };
}

const confirmation = { kind: 'visitConfirmation', channel: 'sms', recipient: '+4746999002' } as const;

async function seedFailedMessage(
  { db, company: { id: companyId } }: Building,
  visitorId: number,
  message: Pick<Message, 'kind' | 'channel' | 'recipient'> = confirmation,
): Promise<number> {
  const { id: visitId } = await db
    .selectFrom('visit')
    .select('id')
    .where('visitor_id', '=', visitorId)
    .where('checked_out_at', 'is', null)
    .executeTakeFirstOrThrow();
  const about = { company_id: companyId, visitor_id: visitorId, visit_id: visitId, language: 'en' } as const;
  const failure = { state: 'failed', problem: 'refused', last_answer: '550 no such user' } as const;
  const inAnHour = new Date(Date.now() + 3_600_000);
  await db
    .insertInto('message')
    .values({ ...about, ...message, ...failure, expires_at: inAnHour })
    .execute();
  return visitId;
}

test('the desk sees why a host got no message, resends it, and it arrives', async ({ desk, building }) => {
  const { to, name } = await unannounced(building);
  const page = await desk('reception');
  const mark = row(page, name).getByText('Host not reached');
  await expect(mark).toBeVisible();
  await expectAccessible(page);
  const opener = page.getByRole('button', { name, exact: true });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('complementary', { name, exact: true });
  await expect(dialog).toContainText('E-mail to Solveig Dahl: Arrival');
  await expect(dialog).toContainText('Failed');
  await expect(dialog).toContainText('The mail server refused the message.');
  await expect(dialog).not.toContainText(to);
  await expectAccessible(page);

  await dialog.getByRole('button', { name: 'Send again: E-mail to Solveig Dahl: Arrival' }).press('Enter');
  await expect(dialog).toContainText('Delivered', { timeout: 10_000 });
  await expect(dialog.getByRole('button', { name: /Send again/ })).toHaveCount(0);
  expect((await mailTo(to)).subject).toBe(`${name} is here to see you`);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expect(mark).toHaveCount(0);
  await expect(row(page, name)).toContainText('E-mail sent');
});

test('the mark of a failed message appears without a reload, and does not move the buttons of a row', async ({
  desk,
  building,
}) => {
  const { aurora, company, db, visitor } = building;
  const notNotified = await visitor({ name: 'Liv Hauge', inside: aurora, host: aurora.kari });
  await visitor({ name: 'Wei Chen', inside: aurora });
  await visitor({ name: 'Åse Ødegård' });
  const page = await desk('reception', { path: `/company/${company.id}/visitors?tab=all` });
  await expect(row(page, notNotified.name)).toBeVisible();
  const message = { kind: 'arrival', channel: 'email', recipient: 'kari@aurora.test' } as const;
  const visitId = await seedFailedMessage(building, notNotified.id, message);
  await db.transaction().execute((db) => publishVisits(db, company.id, [visitId]));
  const call = row(page, 'Liv Hauge').getByRole('link', { name: 'Not reached, call' });
  await expect(call).toHaveAttribute('href', 'tel:+4745011101');
  const places = ['Liv Hauge', 'Wei Chen', 'Åse Ødegård'].map(async (name) => {
    const box = await page.getByRole('button', { name: `More for ${name}` }).boundingBox();
    return box?.x;
  });
  expect(new Set(await Promise.all(places))).toHaveProperty('size', 1);
});

test('a menu has the further actions of a visitor, by keyboard and on a phone', async ({ desk, building }) => {
  const { aurora } = building;
  const name = 'Åse Ødegård av Slekten med det Usedvanlig Lange Navnet, Bergen';
  await building.visitor({ name, inside: aurora });
  const page = await desk('company');
  for (const { viewport, role } of [
    { viewport: { width: 1440, height: 900 }, role: 'row' },
    { viewport: { width: 360, height: 780 }, role: 'listitem' },
  ] as const) {
    await page.setViewportSize(viewport);
    // The table stays until the list replaces it.
    const visitor = page.getByRole(role).filter({ hasText: name });
    const more = visitor.getByRole('button', { name: `More for ${name}` });
    await expect(visitor.getByRole('button', { name: `Check out ${name}` })).toBeVisible();
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Check out' })).toBeFocused();
    await expectAccessible(page);
    const box = await page.getByRole('menu').boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= viewport.width).toBe(true);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(dialogOf(page, `Data of ${name}`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
  }
});

test('a registration notifies the host, and the desk sees it', async ({ desk, building }) => {
  const { aurora, employee, company, db } = building;
  const to = `told-${company.id}@aurora.test`;
  const host = await employee(aurora, { name: 'Solveig Dahl', email: to });
  await db
    .updateTable('tenant_settings')
    .set({ enable_sms_confirmation: true })
    .where('company_id', '=', company.id)
    .execute();
  const page = await desk('reception');
  await page.request.post('/api/v1/visitors/register', {
    data: {
      name: 'Odd Berg',
      companyName: 'Havila',
      phone: '+4746999001',
      shouldSaveData: false,
      tenantId: aurora.id,
      employeeId: host.id,
      shouldPrintMainBadge: false,
      shouldPrintParkingBadge: false,
    },
  });
  await chooseMore(page, 'Odd Berg', 'Messages');
  const panel = page.getByRole('complementary', { name: 'Odd Berg', exact: true });
  const dialog = panel.getByRole('list', { name: 'Messages' });
  await expect(dialog.getByRole('listitem').first()).toContainText('Delivered', { timeout: 10_000 });
  await expect(dialog.getByRole('listitem').last()).toContainText('SMS to Odd Berg: Confirmation');
  await expect(dialog.getByRole('listitem').last()).toContainText('Not sent: SMS is not set up');
  expect((await mailTo(to)).text).toContain('Odd Berg (Havila) was checked in');
});
