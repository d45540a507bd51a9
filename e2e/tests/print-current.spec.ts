import type { Page } from '@playwright/test';
import { row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

// Tracing runs a script in the frame, which refuses it with an error.
test.use({ trace: 'off' });

async function countPrints(page: Page) {
  const prints = await page.evaluateHandle(() => {
    const prints = { count: 0 };
    const replacePrint = ({ target }: Event) => {
      if (!(target instanceof HTMLIFrameElement) || !target.contentWindow) return;
      target.contentWindow.print = () => {
        prints.count += 1;
      };
    };
    // Capturing runs before the console's own load listener.
    document.addEventListener('load', replacePrint, { capture: true });
    return prints;
  });
  return () => prints.evaluate(({ count }) => count);
}

test('prints the current visitors by tenant, from a frame without scripts', async ({ desk, building }) => {
  const { visitor, aurora, bryggen } = building;
  await visitor({
    name: 'Åse <b>Ødegård</b>',
    companyName: 'Unternehmensberatung & Sons',
    phone: '+4915112345678',
    inside: bryggen,
  });
  await visitor({ name: 'Liv Hauge', inside: aurora, host: aurora.kari });
  await visitor({ name: 'שרה כהן (Sarah)', inside: bryggen });
  await visitor({ name: 'Matti Virtanen' });
  const page = await desk('reception');
  const prints = await countPrints(page);
  await page.getByRole('button', { name: 'Print current' }).click();
  await expect.poll(prints).toBe(1);

  const frame = page.locator('iframe[title="Print current"]');
  await expect(frame).toHaveAttribute('sandbox', 'allow-same-origin allow-modals');
  const sheet = await frame.evaluate((element: HTMLIFrameElement) => {
    const { contentDocument: printed } = element;
    const texts = (selector: string) =>
      [...(printed?.querySelectorAll(selector) ?? [])].map(({ textContent }) =>
        textContent.replaceAll(/\s+/g, ' ').trim(),
      );
    const leftOf = (letter: string) => {
      const cell = [...(printed?.querySelectorAll('td') ?? [])].find(({ textContent }) => textContent.includes('שרה'));
      const text = cell?.firstChild;
      if (!printed || !text) throw new Error('the name is not on the list');
      const range = printed.createRange();
      range.setStart(text, text.textContent?.indexOf(letter) ?? 0);
      range.setEnd(text, range.startOffset + 1);
      return range.getBoundingClientRect().left;
    };
    const box = printed?.querySelector('.box span');
    // The text width of an A4 sheet.
    element.style.width = '186mm';
    const linesOf = (word: string) => {
      const cell = [...(printed?.querySelectorAll('td') ?? [])].find(({ textContent }) => textContent.includes(word));
      const text = cell?.firstChild;
      if (!printed || !text) throw new Error('the word is not on the list');
      const range = printed.createRange();
      range.setStart(text, text.textContent?.indexOf(word) ?? 0);
      range.setEnd(text, range.startOffset + word.length);
      return range.getClientRects().length;
    };
    const cut = [...(printed?.querySelectorAll('td') ?? [])].filter((cell) => cell.scrollWidth > cell.clientWidth);
    return {
      title: texts('h1'),
      tenants: texts('h2'),
      rows: texts('tbody tr'),
      boxes: texts('.box span').length,
      scripts: texts('script').length,
      cut: cut.map(({ textContent }) => textContent),
      lines: ['Unternehmensberatung', '+4915112345678'].map(linesOf),
      isFromTheRight: leftOf('ש') > leftOf('S'),
      border: box && getComputedStyle(box).borderTopStyle,
    };
  });
  expect(sheet.title).toEqual([`Visitors in ${building.company.name}`]);
  expect(sheet.tenants).toEqual(['Aurora Shipping 1', 'Bryggen Architects 2']);
  expect(sheet.rows[0]).toMatch(/^Liv Hauge Havila Logistics \S+ Kari Nordmann \d\d\.\d\d\.\d{4} \d\d:\d\d$/);
  expect(sheet.rows[1]).toMatch(/^Åse <b>Ødegård<\/b> Unternehmensberatung & Sons .* \d\d\.\d\d\.\d{4} \d\d:\d\d$/);
  // The page's content policy allows the frame its styles.
  expect(sheet).toMatchObject({ boxes: 3, border: 'solid', scripts: 0, cut: [], lines: [1, 1], isFromTheRight: true });

  await page.getByRole('button', { name: 'Print current' }).click();
  await expect.poll(prints).toBe(2);
});

test('offers printing on the current tab while visitors are inside, and explains a failure', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowNetworkLoss();
  const page = await desk('reception');
  const print = page.getByRole('button', { name: 'Print current' });
  await expect(page.getByText('No visitors are checked in')).toBeVisible();
  await expect(print).toBeHidden();
  await building.visitor({ name: 'Åse Ødegård', inside: building.aurora });
  await building.visitor({ name: 'Frida Nilsen', expectedBy: building.aurora });
  await page.reload();
  await expect(print).toBeVisible();
  await page.getByRole('searchbox').fill('no such name');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await expect(print).toBeVisible();
  await page.getByRole('searchbox').fill('');
  for (const tab of ['Expected', 'All']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(row(page, 'Frida Nilsen')).toBeVisible();
    await expect(print).toBeHidden();
  }
  await page.getByRole('tab', { name: 'Current' }).click();
  await expect(page.getByRole('tab', { name: 'Current' })).toHaveText(/1$/);
  await expect(print).toBeVisible();
  const prints = await countPrints(page);
  await page.route('**/print_current', (route) => route.abort());
  const places = () =>
    Promise.all(
      [page.getByRole('tab', { name: 'Current' }), page.getByRole('searchbox')].map((one) => one.boundingBox()),
    );
  const before = await places();
  await print.click();
  await expect(page.getByRole('alert')).toContainText('The list could not be printed. No connection.');
  expect(await places(), 'nothing moves under the pointer').toEqual(before);
  expect(await prints()).toBe(0);
});
