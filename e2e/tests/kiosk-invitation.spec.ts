import type { Page } from '@playwright/test';
import { cancelInvitation } from '@vestibule/contract/visits/invitation.ts';
import { call } from '../harness/call.ts';
import { inviteGuest, linkOf } from '../harness/invitations.ts';
import { button, expectAccessible, keptBy, test, untilKept } from '../harness/kiosk-app.ts';
import { scan } from '../harness/scanner.ts';
import { row } from '../harness/screen.ts';
import { expect } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce', serviceWorkers: 'allow' });
test.describe.configure({ timeout: 120_000 });

/** A visit without a choice, so that one touch checks in. */
test.beforeEach(async ({ building }) => {
  const { db, company } = building;
  await db.updateTable('tenant_settings').set({ enable_gdpr: false }).where('company_id', '=', company.id).execute();
});

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('a scanned pass greets the guest, checks in with one touch, and checks out', async ({
  page,
  building,
  manager,
  desk,
  enroll,
  watch,
}) => {
  // The second look-up of the pass says that the guest is inside.
  watch.allowRefusals(409);
  const guest = await inviteGuest(manager, building, { phone: '+4740012345' });
  await enroll({ isScanerOn: true });
  await scan(page, linkOf(guest));
  await expect(title(page, 'Welcome, Eve.')).toBeVisible();
  await expect(page.getByText('Kari Nordmann is expecting you.')).toBeVisible();
  await expect(page.getByText('Aurora Shipping')).toBeVisible();
  await expectAccessible(page, 'a guest who is greeted');
  await button(page, 'Check in').click();
  await expect(title(page, 'You are checked in, Eve')).toBeVisible();
  await expect(page.getByText(/Kari an e\u2011mail|e\u2011mailed Kari/)).toBeVisible();
  // The pass that is still in front of the scanner starts nothing.
  await scan(page, linkOf(guest));
  await expect(title(page, 'You are checked in, Eve')).toBeVisible();
  await button(page, 'Done').click();
  const visitors = await desk('company', { path: `/company/${building.company.id}/visitors` });
  await expect(row(visitors, 'Eve Guest')).toBeVisible();

  await scan(page, linkOf(guest));
  await expect(title(page, /^You are checked in since \d\d:\d\d\.$/)).toBeVisible();
  await expectAccessible(page, 'a guest who is inside');
  await button(page, 'Check out').click();
  await expect(title(page, /^Goodbye, Eve/)).toBeVisible();
  await expect(row(visitors, 'Eve Guest')).toBeHidden();
});

test('the typed code asks for the phone that the invitation lacks, and explains a wrong one', async ({
  page,
  building,
  manager,
  enroll,
  watch,
}) => {
  watch.allowRefusals(404);
  let { code } = await inviteGuest(manager, building, { email: 'eve@test.example' });
  // People read 0 as O, and 1 as I. Codes are random, and most have neither.
  while (!/[01]/.test(code)) ({ code } = await inviteGuest(manager, building, { email: 'eve@test.example' }));
  await enroll();
  await button(page, 'I have an invitation').click();
  await expect(title(page, 'Type the code of your invitation')).toBeVisible();
  await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/It is below the QR code/);
  await expectAccessible(page, 'the code');
  await button(page, '7').click();
  await button(page, 'Next').click();
  await expect(page.getByRole('alert')).toHaveText('The code has 8 letters and digits.');
  await button(page, 'Erase').click();
  for (const letter of '00000000') await button(page, letter).click();
  await expect(page.getByRole('alert')).toContainText('We do not know this invitation.');
  await expect(page.getByLabel('Code')).toHaveValue('0000 0000');
  await expectAccessible(page, 'a wrong code');

  // The keyboard works too.
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'i'));
  await expect(title(page, 'Welcome, Eve.')).toBeVisible();
  await page.getByRole('button', { name: 'Check in', exact: true }).press('Enter');
  await expect(title(page, 'What is your phone number?')).toBeVisible();
  await page.keyboard.type('40012345');
  await expect(title(page, 'You are checked in, Eve')).toBeVisible();
});

test('a guest who is early, and passes that do not count here, lead to the usual check-in', async ({
  page,
  building,
  manager,
  enroll,
  watch,
}) => {
  watch.allowRefusals(404, 410);
  const inADay = new Date(Date.now() + 30 * 3_600_000).toISOString();
  const early = await inviteGuest(manager, building, { startsAt: inADay, phone: '+4740012345' });
  const canceled = await inviteGuest(manager, building, { phone: '+4740012346' });
  await call(manager, cancelInvitation, { params: { invitationId: String(canceled.invitation.id) } });
  const declined = await inviteGuest(manager, building, { phone: '+4740012347' });
  expect((await page.request.post(`/api/v1/pass/${declined.secret}/decline`)).ok()).toBe(true);
  await enroll({ isScanerOn: true });
  await scan(page, linkOf(early));
  await expect(title(page, 'Your invitation is not valid yet')).toBeVisible();
  await expect(page.getByText(/^Valid: .*\d\d:\d\d/)).toBeVisible();
  await expectAccessible(page, 'a guest who is early');
  for (const [pass, heading] of [
    [canceled, 'This invitation was canceled'],
    [declined, 'You have declined this invitation'],
    [{ ...early, secret: early.secret.replaceAll(/./g, 'A') }, 'We do not know this invitation'],
  ] as const) {
    await scan(page, linkOf(pass));
    await expect(title(page, heading)).toBeVisible();
  }
  await expectAccessible(page, 'an unknown pass');
  await button(page, 'Type the code').click();
  await button(page, 'Back').click();
  await button(page, 'Check in without it').click();
  await expect(title(page, 'What is your phone number?')).toBeVisible();
});

test('without the network, a pass of today checks in, the desk sees the visit once, and the tablet keeps no name', async ({
  page,
  building,
  manager,
  desk,
  enroll,
  watch,
}) => {
  watch.allowNetworkLoss();
  const guest = await inviteGuest(manager, building, { phone: '+4740012345' });
  const late = await inviteGuest(manager, building, {
    name: 'Lise Late',
    startsAt: new Date(Date.now() + 48 * 3_600_000).toISOString(),
  });
  await enroll({ isScanerOn: true });
  await untilKept(page);
  await expect.poll(() => keptBy(page)).toContain('passes');
  const kept = await readKept(page, 'passes');
  expect(kept).toMatch(/"sealed":"[\w-]{80,}"/);
  for (const word of ['Eve', 'Guest', 'Kari', 'Aurora', guest.secret, guest.code]) expect(kept).not.toContain(word);
  expect(await readOpenStorage(page)).not.toContain('Eve');

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText('No network. You can still check in.')).toBeVisible();
  await scan(page, linkOf(guest));
  await expect(title(page, 'Welcome, Eve.')).toBeVisible();
  await expect(page.getByText('Kari Nordmann is expecting you.')).toBeVisible();
  await button(page, 'Check in').click();
  await expect(title(page, 'You are checked in, Eve')).toBeVisible();
  await expect(page.getByText(/so Kari may not know yet that you are here\.$/)).toBeVisible();
  await button(page, 'Done').click();
  expect(await readKept(page, 'passes')).toBe(kept);
  expect(await readOpenStorage(page)).not.toContain('Eve');
  await scan(page, linkOf(late));
  await expect(title(page, 'We cannot check this invitation right now')).toBeVisible();
  await button(page, 'Type the code').click();
  await expect(page.getByRole('alert')).toContainText('Typed codes need the network');
  await button(page, 'Back').click();
  await button(page, 'Start over').click();

  await page.context().setOffline(false);
  await expect(page.getByText(/No network|cannot reach the server/)).toBeHidden();
  const visitors = await desk('company', { path: `/company/${building.company.id}/visitors` });
  await expect(row(visitors, 'Eve Guest')).toBeVisible();
  const { db, company } = building;
  const visits = await db.selectFrom('visit').select('id').where('company_id', '=', company.id).execute();
  expect(visits).toHaveLength(1);
});

function readOpenStorage(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([localStorage, sessionStorage].map((each) => Object.entries(each))));
}

/** Reads a value of the kiosk with the key of this browser, as its scripts can. */
function readKept(page: Page, name: string): Promise<string> {
  return page.evaluate(async (name) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error('the storage failed')));
      });
    const db = await done(indexedDB.open('vestibule-kiosk'));
    const key: unknown = await done(db.transaction('key').objectStore('key').get('aes'));
    const sealed: unknown = await done(db.transaction('kept').objectStore('kept').get(name));
    db.close();
    if (!(key instanceof CryptoKey)) throw new Error('the kiosk has no key');
    const isSealed = typeof sealed === 'object' && sealed !== null && 'iv' in sealed && 'data' in sealed;
    if (!isSealed || !(sealed.iv instanceof Uint8Array) || !(sealed.data instanceof ArrayBuffer)) {
      throw new Error('the kiosk has no such value');
    }
    const iv = new Uint8Array(sealed.iv);
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed.data);
    return new TextDecoder().decode(plain);
  }, name);
}
