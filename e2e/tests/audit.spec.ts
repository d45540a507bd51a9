import { readFile } from 'node:fs/promises';
import { renameTenant } from '@vestibule/contract/building/tenant.ts';
import { expectAccessible } from '../harness/accessible.ts';
import { audit } from '../../apps/server/src/platform/audit/audit.ts';
import { call } from '../harness/call.ts';
import { typeDay, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

test('the audit log shows sign-ins and renames with their actors, also on a phone in dark mode', async ({
  as,
  desk,
  building,
}) => {
  const { aurora, users } = building;
  const page = await desk('company');
  await as('reception');
  await call(page.request, renameTenant, { params: { tenantId: String(aurora.id) }, body: { name: 'Aurora Lines' } });
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  const renamed = row(page, 'Renamed a tenant');
  await expect(renamed).toContainText(users.company);
  await expect(renamed.getByRole('link', { name: 'Aurora Lines' })).toHaveAttribute('href', `/tenants/${aurora.id}`);
  await expect(renamed).toContainText(/\d\d\.\d\d\.\d{4} \d\d:\d\d/);
  await expect(row(page, users.reception)).toContainText('Signed in');
  await expectAccessible(page);
  await typeDay(page, 'From day', '2026-01-01');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  const entry = page.getByRole('listitem').filter({ hasText: 'Signed in' }).filter({ hasText: users.company });
  await expect(entry).toBeVisible();
  // A long address breaks after its @.
  const ends = () =>
    entry.getByRole('link', { name: users.company }).evaluate((who) => {
      const range = document.createRange();
      return [...who.childNodes].map((part) => {
        range.selectNodeContents(part);
        return { part: part.textContent, lines: range.getClientRects().length };
      });
    });
  await expect.poll(ends).toContainEqual({ part: 'e2e', lines: 1 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page, 'an entry on a phone');
});

test('filters the log by action, day, user and kiosk, keeps the filters over a reload, and exports the filtered log', async ({
  as,
  desk,
  building,
}) => {
  const { aurora, company, db, users } = building;
  const checkIn = { action: 'visit.checkedIn', companyId: company.id, subject: 'visit', subjectId: 1 } as const;
  await audit(db, { userId: 42, role: 'kiosk' }, checkIn);
  const page = await desk('company', { path: `/company/${company.id}/audit` });
  await as('reception');
  await call(page.request, renameTenant, { params: { tenantId: String(aurora.id) }, body: { name: 'Aurora Lines' } });
  await page.reload();
  const renamed = row(page, 'Renamed a tenant');
  await expect(renamed).toBeVisible();
  await page.getByRole('combobox', { name: 'What' }).selectOption('Signed in');
  await expect(renamed).toBeHidden();
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: `Show only actions of ${users.reception}` }).click();
  await expect(page.getByText(`By ${users.reception}`)).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  await typeDay(page, 'From day', day(-1));
  await typeDay(page, 'To day', day(1));
  await expect(page.getByRole('paragraph').filter({ hasText: 'Days begin and end at midnight' })).toBeVisible();
  await expect(page).toHaveURL(/action=session\.started&user=\d+&since=[\d-]+&until=[\d-]+$/);
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(row(page, users.reception)).toBeVisible();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`audit-log-${day(0)}.csv`);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^\uFEFFWhen \(UTC\);/);
  expect(lines[1]).toContain(`;${users.reception};reception;session.started;`);

  await typeDay(page, 'To day', day(-1));
  await expect(page.getByText('No matching entries')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(renamed).toBeVisible();
  await expect(page).toHaveURL(/\/audit$/);

  await page.getByRole('button', { name: 'Show only actions of Kiosk 0000042' }).click();
  await expect(page.getByText('By Kiosk 0000042')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/\/audit\?kiosk=42$/);
  await page.getByRole('button', { name: 'Show all users' }).click();
  await expect(renamed).toBeVisible();
});

test('shows the log page by page', async ({ desk, building }) => {
  const { db, company } = building;
  const entry = { company_id: company.id, user_id: 2_000_000_000, role: 'company', subject: 'visitor' } as const;
  const entries = Array.from({ length: 14 }, (_, index) => ({
    ...entry,
    action: 'visitor.changed' as const,
    subject_id: index + 1,
  }));
  await db.insertInto('audit_entry').values(entries).execute();
  const page = await desk('company', { path: `/company/${company.id}/audit?action=visitor.changed` });
  await expect(page.getByText('1–10 of 14')).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText('User 2000000000, deleted');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('11–14 of 14')).toBeVisible();
  await expect(page.getByRole('row').last()).toContainText('Visitor 1');
  await page.getByRole('combobox', { name: 'What' }).selectOption('All actions');
  await expect(page.getByText('1–10 of 15')).toBeVisible();
});

test('a superAdmin sees the entries of every company', async ({ as, desk, building }) => {
  const { company, users } = building;
  await as('tenant');
  const page = await desk('superAdmin');
  await page.getByRole('link', { name: 'Audit log' }).click();
  // Other tests add entries, so ten rows are not enough.
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('100');
  await page.getByRole('combobox', { name: 'What' }).selectOption('Signed in');
  await expect(row(page, users.superAdmin)).toContainText('Signed in');
  await expect(row(page, users.tenant)).toContainText(String(company.id));
});

for (const [timezoneId, isNamed] of [
  ['America/New_York', true],
  ['Europe/Berlin', false],
] as const) {
  test(`in ${timezoneId} the log ${isNamed ? 'names' : 'does not name'} the time zone of the building, and groups the actions`, async ({
    desk,
    building,
  }) => {
    const path = `/company/${building.company.id}/audit`;
    const page = await desk('company', { timezoneId, path });
    await expect(row(page, 'Signed in').first()).toBeVisible();
    const note = page.getByRole('paragraph').filter({ hasText: 'Days begin and end at midnight in Europe/Oslo.' });
    await expect(note).toHaveCount(isNamed ? 1 : 0);
    const groups = page.getByRole('combobox', { name: 'What' }).locator('optgroup');
    await expect(groups).toHaveCount(5);
    await expect(groups.first()).toContainText('Checked a visitor in');
    await expectAccessible(page);
  });
}
