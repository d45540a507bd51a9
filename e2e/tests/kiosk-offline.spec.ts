import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import type { Building } from '../harness/building.ts';
import {
  button,
  confirm,
  expectAccessible,
  introduce,
  keptBy,
  test,
  untilKept,
  uploadPicture,
} from '../harness/kiosk-app.ts';
import { expect } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce', serviceWorkers: 'allow' });
test.describe.configure({ timeout: 180_000 });

const visitsOf = async ({ db, company }: Building) => {
  const visits = await db
    .selectFrom('visit')
    .innerJoin('visitor', (join) =>
      join.onRef('visitor.id', '=', 'visit.visitor_id').onRef('visitor.company_id', '=', 'visit.company_id'),
    )
    .select(['visitor.name', 'visit.checked_in_at'])
    .where('visit.company_id', '=', company.id)
    .execute();
  return visits.map(({ name }) => name);
};

/** Fills the offline queue with visits, sealed with this browser's key. */
async function queueVisits(page: Page, count: number, tenantId: number) {
  await page.evaluate(
    async ({ count, tenantId }) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(new Error('the storage failed')));
        });
      const db = await done(indexedDB.open('vestibule-kiosk'));
      const key: unknown = await done(db.transaction('key').objectStore('key').get('aes'));
      if (!(key instanceof CryptoKey)) throw new Error('the kiosk has no key');
      for (let index = 0; index < count; index += 1) {
        const body = {
          nonce: crypto.randomUUID(),
          occurredAt: new Date(Date.now() - (count - index) * 1000).toISOString(),
          phone: `+47400${String(20_000 + index)}`,
          name: `Visitor ${index}`,
          companyName: 'Havila Logistics',
          shouldSaveData: false,
          tenantId,
          employeeId: null,
          shouldPrintMainBadge: false,
          shouldPrintParkingBadge: false,
        };
        const iv = crypto.getRandomValues(new Uint8Array(12));
        const plain = new TextEncoder().encode(JSON.stringify({ kind: 'checkIn', body }));
        const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain);
        await done(db.transaction('queue', 'readwrite').objectStore('queue').add({ iv, data }));
      }
      db.close();
    },
    { count, tenantId },
  );
}

test('500 offline visits survive a reload and ten reconnections, each sent exactly once', async ({
  page,
  building,
  enroll,
  watch,
}) => {
  watch.allowNetworkLoss();
  await enroll();
  await untilKept(page);

  await page.context().setOffline(true);
  await expect(page.getByText('No network. You can still check in.')).toBeVisible();
  await queueVisits(page, 499, building.bryggen.id);
  await page.reload();
  await expect(page.getByText('There is no network. 499 visits waiting to be sent')).toBeVisible();
  await introduce(page);
  await button(page, 'Bryggen Architects').click();
  await confirm(page, 'I agree');
  await expect(page.getByRole('heading', { name: 'You are checked in, Åse Ødegård' })).toBeVisible();
  await expect(page.getByText('Please take a seat.')).toBeVisible();
  await expectAccessible(page, 'kept');
  await button(page, 'Done').click();
  await expect(page.getByText('There is no network. 500 visits waiting to be sent')).toBeVisible();

  for (let connection = 1; connection <= 10; connection += 1) {
    await page.context().setOffline(false);
    // A tenth per connection, so that none takes long on a busy machine.
    const sent = async () => {
      await forgetCheckInRate(building);
      return (await visitsOf(building)).length;
    };
    await expect.poll(sent, { timeout: 60_000, intervals: [100] }).toBeGreaterThanOrEqual(connection * 50);
    if (connection < 10) await page.context().setOffline(true);
    if (connection === 5) await page.reload();
  }
  await expect(page.getByText(/No network/)).toBeHidden();
  const names = await visitsOf(building);
  expect(names).toHaveLength(500);
  expect(new Set(names).size).toBe(500);
});

/** Avoids the rate limit of 120 check-ins per kiosk, which would cost 40 minutes. */
async function forgetCheckInRate({ db, company }: Building): Promise<void> {
  await sql`
    update kiosk_nonce set created_at = now() - interval '11 minutes'
    where kiosk_id in (select id from kiosk where company_id = ${company.id}) and created_at > now() - interval '10 minutes'`.execute(
    db,
  );
}

async function countKeptPictures(page: Page): Promise<number> {
  return (await keptBy(page)).filter((name) => typeof name === 'string' && name.startsWith('picture ')).length;
}

test('shows the photo of the host on the last screen without a network', async ({
  page,
  manager,
  building,
  enroll,
  watch,
}) => {
  watch.allowNetworkLoss();
  const photo = await uploadPicture(manager, building, 'photo');
  const { db, company, aurora } = building;
  const kari = db.updateTable('employee').set({ photo_id: photo }).where('id', '=', aurora.kari.id);
  await kari.where('company_id', '=', company.id).execute();
  await enroll({ enableEmployeePicture: true });
  await untilKept(page);
  await expect.poll(() => countKeptPictures(page)).toBeGreaterThan(0);
  await page.context().setOffline(true);
  await expect(page.getByText('No network. You can still check in.')).toBeVisible();
  await introduce(page);
  await button(page, 'Aurora Shipping').click();
  await button(page, /Kari Nordmann/).click();
  await confirm(page, 'I agree');
  await expect(page.getByRole('heading', { name: 'You are checked in, Åse Ødegård' })).toBeVisible();
  const picture = page.getByRole('main').locator('img').last();
  const width = () => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
});

test('shows the pictures of a kiosk without a network, after the browser dropped its cache', async ({
  page,
  manager,
  building,
  enroll,
  watch,
}) => {
  watch.allowNetworkLoss();
  const logoImageId = await uploadPicture(manager, building, 'logo');
  const backgroundImageId = await uploadPicture(manager, building, 'background');
  await enroll({ logoImageId, background: 'image', backgroundImageId });
  await untilKept(page);
  await expect.poll(() => countKeptPictures(page)).toBe(3);
  const browser = await page.context().newCDPSession(page);
  await page.context().setOffline(true);
  await browser.send('Network.clearBrowserCache');
  await page.reload();
  const areThere = () =>
    page.locator('img').evaluateAll((all) => all.map((img) => img instanceof HTMLImageElement && img.naturalWidth > 0));
  await expect.poll(areThere).toEqual([true, true]);
  const rest = ({ scrollHeight, clientHeight }: Element) => scrollHeight - clientHeight;
  expect(await page.getByRole('main').evaluate(rest)).toBe(0);
  // The keyboard reaches the menu, which is on the picture.
  await button(page, 'Settings of this kiosk').focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(button(page, 'Settings of this kiosk')).toHaveCSS('outline-color', 'rgb(255, 255, 255)');
  // A logo is designed for white paper, so it keeps a white background.
  await page.emulateMedia({ colorScheme: 'dark' });
  const logo = page.getByRole('img', { name: building.company.name }).locator('..');
  await expect(logo).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.context().setOffline(false);
  await button(page, 'Check in').click();
  await expect(logo).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});
