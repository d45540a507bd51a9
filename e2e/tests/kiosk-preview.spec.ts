import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/accessible.ts';
import type { Building } from '../harness/building.ts';
import { choose } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

const pathOf = ({ company }: Building) => `/company/${company.id}/kiosk_settings`;
const kiosk = (page: Page) => page.frameLocator('iframe[title="Preview of the kiosk"]');
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
const screen = (page: Page, name: string) =>
  preview(page).getByRole('group', { name: 'Screen' }).getByRole('button', { name });
const heading = (page: Page) => kiosk(page).locator('h1');

/** Paths that frames of the page request. */
function watchFrames(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    if (request.frame() !== page.mainFrame()) paths.push(new URL(request.url()).pathname);
  });
  return paths;
}

/** Presses with the mouse. Playwright itself ignores that the frame is scaled. */
async function pressInFrame(page: Page, name: string): Promise<void> {
  const button = kiosk(page).getByRole('button', { name, exact: true });
  const { x, y } = await button.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  const place = await page.locator('iframe[title="Preview of the kiosk"]').evaluate((frame) => {
    const { left, top, width } = frame.getBoundingClientRect();
    return { left, top, scale: width / frame.clientWidth };
  });
  expect(place.scale).toBeLessThan(1);
  await page.mouse.click(place.left + x * place.scale, place.top + y * place.scale);
}

test('the preview shows unsaved settings, languages and screens, and asks no server', async ({ desk, building }) => {
  const page = await desk('company');
  const paths = watchFrames(page);
  await page.goto(pathOf(building));
  await expect(heading(page)).toContainText(building.company.name);
  const delivery = kiosk(page).locator('button', { hasText: /deliver/i });
  await expect(delivery).toBeHidden();
  await page.getByLabel('Offer to announce a delivery').check();
  await expect(delivery).toBeVisible();
  await page.getByLabel('Norsk').check();
  await preview(page).getByLabel('Language of the preview').selectOption('no');
  await expect(kiosk(page).locator('button', { hasText: 'Sjekk inn' })).toBeVisible();
  await preview(page).getByRole('button', { name: 'Portrait' }).click();
  const titles = { Phone: 'telefonnummer', Visiting: 'Hvem', Consent: 'Nesten ferdig', Done: 'Astrid' };
  for (const [name, title] of Object.entries(titles)) {
    await screen(page, name).click();
    await expect(screen(page, name)).toHaveAttribute('aria-pressed', 'true');
    await expect(heading(page)).toContainText(title);
  }
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => path.startsWith('/api'))).toEqual([]);
});

test('the trial checks a visitor in without a request to the server', async ({ desk, building }) => {
  const page = await desk('company');
  const paths = watchFrames(page);
  await page.goto(pathOf(building));
  await expect(heading(page)).toContainText(building.company.name);
  await preview(page).getByRole('button', { name: 'Try it' }).press('Enter');
  await expect(preview(page).getByText('the people are invented')).toBeVisible();
  await pressInFrame(page, 'Check in');
  for (const digit of '45000003') await pressInFrame(page, digit);
  await expect(heading(page)).toContainText('checked in since');
  await kiosk(page).getByRole('button', { name: 'Check out' }).press('Enter');
  await expect(heading(page)).toContainText('Goodbye, Astrid');
  expect(paths.filter((path) => path.startsWith('/api'))).toEqual([]);
  await preview(page).getByRole('button', { name: 'End the trial' }).click();
  await expect(heading(page)).toContainText(building.company.name);
});

test('the preview follows a change within 100 ms', async ({ desk, building }) => {
  const page = await desk('company', { path: pathOf(building) });
  await expect(heading(page)).toContainText(building.company.name);
  const took: number[] = [];
  for (let change = 0; change < 4; change += 1) {
    const measured = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const frame = document.querySelector<HTMLIFrameElement>('iframe[title="Preview of the kiosk"]');
          if (!frame?.contentDocument) throw new Error('there is no preview');
          let began = 0;
          document.addEventListener('change', () => (began = performance.now()), { once: true, capture: true });
          const observer = new MutationObserver(() => {
            observer.disconnect();
            resolve(performance.now() - began);
          });
          observer.observe(frame.contentDocument, { childList: true, subtree: true });
        }),
    );
    await page.getByLabel('Offer to announce a delivery').click();
    took.push(await measured);
  }
  expect(Math.min(...took)).toBeLessThan(100);
});

test('checks and corrects the contrast of an accent color, and saves it with a welcome text', async ({
  desk,
  building,
}) => {
  const page = await desk('company', { path: pathOf(building), viewport: { width: 360, height: 740 } });
  await page.getByRole('tab', { name: 'Interface' }).click();
  const color = page.getByRole('textbox', { name: 'Accent color', exact: true });
  await color.fill('#0B6B5B');
  await expect(page.getByText('Readable: 6.4 to 1 with white text.')).toBeVisible();
  await color.fill('#0B9B83');
  await expect(page.getByText(/Kiosks use the darker #\w{6}: [45]\.\d to 1\./)).toBeVisible();
  await color.fill('teal');
  const text = page.getByRole('textbox', { name: 'English' });
  await text.fill('x'.repeat(81));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Enter a color such as #5B3FD6.')).toBeVisible();
  await expect(page.getByText('At most 80 characters.')).toBeVisible();
  await expect(text).toHaveValue('x'.repeat(81));
  await color.fill('#ffd400');
  await expect(page.getByText(/with dark text/)).toBeVisible();
  await text.fill('Coffee is on the first floor.');
  await expect(page.getByText('29 of 80 characters')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The kiosk settings are saved.')).toBeVisible();
  await page.reload();
  await page.getByRole('tab', { name: 'Interface' }).click();
  await expect(color).toHaveValue('#FFD400');
  await expect(text).toHaveValue('Coffee is on the first floor.');
  const hasOverflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(hasOverflow).toBe(false);
});

test('signage asks managers to check its page', async ({ desk, building }) => {
  const page = await desk('company', { path: pathOf(building), colorScheme: 'dark' });
  await page.getByRole('tab', { name: 'Interface' }).click();
  await choose(page.locator('form'), 'Background type', 'Signage');
  await expect(page.getByText('Check the page in the preview.')).toBeVisible();
  await expectAccessible(page);
});

test('only the preview may be framed, by the console, and it may connect nowhere', async ({ as }) => {
  const request = await as('company');
  const policyOf = async (path: string) => {
    const headers = (await request.get(path)).headers();
    return [headers['x-frame-options'], headers['content-security-policy'] ?? ''] as const;
  };
  const [options, policy] = await policyOf('/kiosk/preview');
  expect(options).toBe('SAMEORIGIN');
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).toContain("connect-src 'none'");
  for (const path of ['/kiosk', '/kiosk/preview/more', '/login']) {
    const [framed, other] = await policyOf(path);
    expect([framed, other.includes("frame-ancestors 'none'")], path).toEqual(['DENY', true]);
  }
});
