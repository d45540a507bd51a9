import type { Page } from '@playwright/test';
import { printBadge } from '@vestibule/contract/visits/badge.ts';
import { checkInExpected } from '@vestibule/contract/visits/expected.ts';
import { expectAccessible } from '../harness/accessible.ts';
import type { Building } from '../harness/building.ts';
import { call } from '../harness/call.ts';
import { scan } from '../harness/scanner.ts';
import { loseAnswer } from '../harness/lose-answer.ts';
import { chooseMore, choose, dialogOf, fillRegisterDialog, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });

const offerBadges = ({ db, company }: Building, parking = false) =>
  db
    .updateTable('tenant_settings')
    .set({
      enable_print_badge_option: true,
      enable_print_parking_badge_option: parking,
      parking_label_info: parking ? 'Level P2, bays 14 to 22. Key at the reception.' : null,
    })
    .where('company_id', '=', company.id)
    .execute();

const sheetOf = (page: Page) => page.frameLocator('iframe[title="Badges"]');

async function codeOn(page: Page): Promise<string> {
  const label = await sheetOf(page).getByRole('img').first().getAttribute('aria-label');
  return /^Code (\w{21}),/.exec(label ?? '')?.[1] ?? '';
}

async function passOf(page: Page, { id }: { id: number }): Promise<string> {
  const { html } = await call(page.request, printBadge, {
    params: { visitorId: String(id) },
    query: { shouldPrintMainBadge: 'true', shouldPrintParkingBadge: 'false' },
  });
  return /Code (\w{21}),/.exec(html ?? '')?.[1] ?? '';
}

/** Returns whether the dialog would have opened. */
async function pressPrint(page: Page): Promise<boolean> {
  const preview = dialogOf(page, 'Badges');
  await preview.locator('iframe').evaluate((frame: HTMLIFrameElement) => {
    if (frame.contentWindow) frame.contentWindow.print = () => void (frame.dataset['printed'] = 'yes');
  });
  await preview.getByRole('button', { name: 'Print' }).click();
  return (await preview.locator('iframe').getAttribute('data-printed')) === 'yes';
}

test('previews and prints a badge at registration, prints it again, and checks out by scanning it', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(404, 409, 503);
  watch.allowNetworkLoss();
  await offerBadges(building);
  const { db, company } = building;
  const name = `${company.name} Zarząd Nieruchomości i Wohnungsbaugesellschaft`;
  await db.updateTable('company').set({ name }).where('id', '=', company.id).execute();
  const page = await desk('reception');
  const dialog = await fillRegisterDialog(page, {
    phone: '40012345',
    name: 'Åse Ødegård',
    companyName: 'Fjord AS',
    tenant: 'Aurora Shipping',
  });
  await expect(dialog.getByRole('checkbox', { name: 'Print badge' })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: 'Print parking badge' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Check in' }).click();
  const preview = dialogOf(page, 'Badges');
  await expect(preview.getByText('Paper: 62 × 100 mm.')).toBeVisible();
  await expect(sheetOf(page).getByText('Åse Ødegård')).toBeVisible();
  const word = sheetOf(page).getByText('Visitor', { exact: true });
  expect(await word.evaluate((span) => span.getClientRects().length * span.clientHeight)).toBeLessThan(24);
  await expect(preview.locator('iframe')).toHaveAttribute('sandbox', 'allow-same-origin allow-modals');
  await expectAccessible(page);
  expect(await pressPrint(page)).toBe(true);
  const code = await codeOn(page);
  await preview.getByRole('button', { name: 'Close' }).last().click();
  await expect(preview).toBeHidden();

  await chooseMore(page, 'Åse Ødegård', 'Print badge');
  await expect(sheetOf(page).getByText('Åse Ødegård')).toBeVisible();
  expect(await codeOn(page)).toBe(code);
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();

  const search = page.getByRole('searchbox');
  await search.focus();
  await page.keyboard.type(code);
  await expect(search).toHaveValue(code);
  await search.fill('');
  await expect(row(page, 'Åse Ødegård')).toBeVisible();
  await search.blur();

  // A scanner without capitals must not open the dialog.
  await scan(page, `Pn${code.slice(2, 20).toLowerCase()}`);
  await expect(row(page, 'Åse Ødegård')).toBeVisible();
  await loseAnswer(page, '**/badge_check_out');
  await scan(page, code);
  await expect(page.getByText('No connection.')).toBeVisible();
  await scan(page, code);
  await expect(page.getByText('The visitor is checked out.')).toBeVisible();
  await expect(row(page, 'Åse Ødegård')).toBeHidden();
  await expect(dialogOf(page, 'Register visitor')).toBeHidden();

  await search.fill('Åse');
  await expect(page.getByText('Nothing found for “Åse”')).toBeVisible();
  await scan(page, code);
  await expect(page.getByText('This visitor is not checked in.')).toBeVisible();
  await expect(search).toHaveValue('Åse');
  await expect(page.getByText('Nothing found for “Åse”')).toBeVisible();

  const pass = await passOf(page, await building.visitor({ name: 'Frida Nilsen', expectedBy: building.aurora }));
  await page.route('**/pass_lookup', (route) => route.fulfill({ status: 503 }), { times: 1 });
  await scan(page, pass);
  await expect(page.getByText('Something went wrong on our side. Please try again in a moment.')).toBeVisible();
  const answer = Promise.withResolvers<void>();
  await page.route('**/pass_lookup', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await scan(page, pass);
  await page.getByRole('button', { name: 'Register visitor' }).click();
  const register = dialogOf(page, 'Register visitor');
  await expect(register).toBeVisible();
  answer.resolve();
  await expect(register.getByLabel('Name', { exact: true })).toHaveValue('Frida Nilsen');
  await register.getByRole('button', { name: 'Check in' }).click();
  await expect(page.getByText('Frida Nilsen is checked in.')).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();

  const next = await passOf(page, await building.visitor({ name: 'Ola Vik', expectedBy: building.aurora }));
  await page.getByRole('button', { name: 'Register visitor' }).click();
  const guest = register.getByLabel('Name', { exact: true });
  await register.getByLabel('Phone').fill('40077777');
  await guest.fill('Half');
  await scan(page, next);
  await expect(page.getByText('Finish this registration, then scan again.')).toBeVisible();
  await expect(guest).toHaveValue('Half');
  await guest.fill('');
  await register.getByLabel('Phone').fill('');
  await scan(page, next);
  await expect(guest).toHaveValue('Ola Vik');
});

test('offers no badge if the tenant has none, and prints none without a tick', async ({ desk, building }) => {
  await building.visitor({ name: 'Liv Hauge', inside: building.aurora });
  const page = await desk('reception');
  await expect(row(page, 'Liv Hauge')).toBeVisible();
  await page.getByRole('button', { name: 'More for Liv Hauge' }).click();
  await expect(page.getByRole('menuitem', { name: 'Messages' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Print badge' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  const dialog = await fillRegisterDialog(page, { phone: '40012345', tenant: 'Aurora Shipping' });
  await expect(dialog.getByRole('checkbox', { name: 'Remember this visitor' })).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: 'Print badge' })).toBeHidden();

  await offerBadges(building, true);
  await page.reload();
  await fillRegisterDialog(page, {
    phone: '40012345',
    name: 'Åse Ødegård',
    companyName: 'Fjord AS',
    tenant: 'Aurora Shipping',
  });
  await dialog.getByRole('checkbox', { name: 'Print badge' }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Print parking badge' }).uncheck();
  await dialog.getByRole('button', { name: 'Check in' }).click();
  await expect(page.getByText('Åse Ødegård is checked in.')).toBeVisible();
  await expect(dialogOf(page, 'Badges')).toBeHidden();
});

test('shows the badges of an import, including corrected rows, when its dialog closes', async ({ desk, building }) => {
  await offerBadges(building);
  const page = await desk('reception', { path: `/company/${building.company.id}/visitors?tab=imported` });
  await page.getByRole('button', { name: 'Import from CSV' }).first().click();
  const dialog = dialogOf(page, 'Import visitors');
  await choose(dialog, 'Tenant', 'Aurora Shipping');
  await expect(dialog.getByRole('checkbox', { name: 'Print badges' })).toBeChecked();
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'guests.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('40012345;Åse Ødegård;Fjord AS\n40012346;;Havila\n'),
  });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  const failed = dialogOf(page, 'Unsuccessful Visitors Import');
  await failed.getByLabel('Name, row 2').fill('Kari Vik');
  await failed.getByRole('button', { name: 'Send again' }).click();
  await expect(failed).toBeHidden();
  await expect(sheetOf(page).getByText('Åse Ødegård')).toBeVisible();
  await expect(sheetOf(page).getByText('Kari Vik')).toBeAttached();
  expect(await sheetOf(page).locator('.badge').count()).toBe(2);
});

const longNames = [
  'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewiss',
  'Ана-Мария Константинопольская-Преображенская-Вознесенская Ил',
  'Παπαδημητρακοπούλου-Χατζηκωνσταντίνου Αικατερίνη-Θεοδώρα Μαρ',
  'Władysława Brzęczyszczykiewicz-Grzegżółkowska-Źdźbłowiczowaś',
  'MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM',
  `Åse ${'👩‍🚀'.repeat(11)} Ødegård`,
  'Li Na',
  'Mohammed',
].map((name) => Array.from(name).slice(0, 60).join(''));

for (const paper of ['label62mm', 'label4x6', 'a6'] as const) {
  test(`prints names of sixty letters in any script completely on ${paper}`, async ({ as, building, browser }) => {
    const { db, company } = building;
    await offerBadges(building, true);
    await db.updateTable('company').set({ badge_paper: paper }).where('id', '=', company.id).execute();
    const tenant = await building.tenant('Παπαδημητρακοπούλου & Grzegżółkowska Преображенская Shipping');
    const visitors = await Promise.all(
      longNames.map((name) => building.visitor({ name, companyName: name, expectedBy: tenant })),
    );
    const { html } = await call(await as('reception'), checkInExpected, {
      body: { ids: visitors.map(({ id }) => id) },
    });
    const print = await browser.newPage();
    await print.setContent(html ?? '');
    const badges = await print.locator('.badge').evaluateAll((elements) =>
      elements.map((badge) => {
        const paperBox = badge.getBoundingClientRect();
        const range = document.createRange();
        range.selectNodeContents(badge);
        const texts = [...range.getClientRects()];
        return {
          text: badge.textContent,
          isWhole:
            badge.scrollHeight <= badge.clientHeight &&
            badge.scrollWidth <= badge.clientWidth &&
            texts.every(
              ({ left, right, top, bottom }) =>
                left >= paperBox.left && right <= paperBox.right && top >= paperBox.top && bottom <= paperBox.bottom,
            ),
        };
      }),
    );
    const lines = await print.locator('.name', { hasText: /^Mohammed$/ }).evaluate((name) => {
      const range = document.createRange();
      range.selectNodeContents(name);
      return range.getClientRects().length;
    });
    expect(lines, 'a name is broken inside of a word').toBe(1);
    const first = print.locator('.badge').first();
    for (const place of ['.name', 'footer strong']) {
      await first.locator(place).evaluate((name) => name.append('W'.repeat(900)));
    }
    const bottom = (badge: Element) => badge.getBoundingClientRect().bottom;
    expect(await first.locator('.code').evaluate(bottom)).toBeLessThan(await first.evaluate(bottom));
    const pdf = await print.pdf({ preferCSSPageSize: true, printBackground: true });
    await print.close();
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2 * longNames.length);
    expect(badges).toHaveLength(2 * longNames.length);
    expect(badges.filter(({ isWhole }) => !isWhole).map(({ text }) => text.replaceAll(/\s+/g, ' '))).toEqual([]);
    for (const name of longNames) expect(badges.some(({ text }) => text.includes(name))).toBe(true);
  });
}
