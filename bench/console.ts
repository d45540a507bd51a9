import { get } from 'node:http';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../e2e/chromium.ts';
import { freePort } from '../scripts/free-port.mjs';
import { type Bench, middleBuilding, rounds } from './bench.ts';
import { installLighthouse, judge, type Judgment } from './lighthouse.ts';
import { median } from './share.ts';
import type { Figure } from './report.ts';

export async function measureConsole(bench: Bench): Promise<Figure[]> {
  const origin = `http://127.0.0.1:${bench.vestibule.port}`;
  const [cookie = ''] = middleBuilding(bench).cookies;
  const { browser, debuggingPort } = await openBrowser();
  try {
    const files = await filesOfFirstLoad(browser, origin, cookie);
    const kiosk = await filesOfKiosk(browser, origin);
    return [
      {
        what: 'console, sign-in to the list of visitors, gzip',
        measured: (await gzippedSize(files)) / 1000,
        unit: 'KB',
        target: { atMost: 210, aim: 180 },
        from: `${files.length} files`,
      },
      {
        what: 'kiosk, first screen, gzip',
        measured: (await gzippedSize(kiosk)) / 1000,
        unit: 'KB',
        target: { atMost: 120, aim: 90 },
        from: `${kiosk.length} files`,
      },
      ...(await scoresOf('sign-in', 90, () => judge(`${origin}/`, debuggingPort))),
      ...(await scoresOf('list of visitors', 90, () => judge(`${origin}/`, debuggingPort, { cookie }))),
      ...(await scoresOf('kiosk', 95, () => judge(`${origin}/kiosk`, debuggingPort))),
    ];
  } finally {
    await browser.close();
  }
}

/** Lighthouse controls it through the port. */
export async function openBrowser(): Promise<{ browser: Browser; debuggingPort: number }> {
  await installLighthouse();
  const debuggingPort = await freePort();
  const { args, ...installed } = await findChromium();
  const browser = await chromium.launch({ ...installed, args: [...args, `--remote-debugging-port=${debuggingPort}`] });
  return { browser, debuggingPort };
}

async function filesOfFirstLoad(browser: Browser, origin: string, cookie: string): Promise<string[]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const files = filesAskedFor(page, origin);
  await page.goto(origin, { waitUntil: 'networkidle' });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: origin }]);
  const visitors = page.waitForResponse((response) => response.url().includes('/api/v1/visitors/company/'));
  await page.goto(origin, { waitUntil: 'networkidle' });
  await visitors;
  await context.close();
  return [...files];
}

/** The service worker loads the rest. */
async function filesOfKiosk(browser: Browser, origin: string): Promise<string[]> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const files = filesAskedFor(page, origin);
  await page.goto(`${origin}/kiosk`);
  await page.getByText(/^[A-Z0-9]{8}$/).waitFor();
  await page.getByRole('img').waitFor();
  await context.close();
  return [...files];
}

export function filesAskedFor(page: Page, origin: string): ReadonlySet<string> {
  const files = new Set<string>();
  page.on('request', (request) => {
    const { pathname, href } = new URL(request.url());
    if (href.startsWith(origin) && !pathname.startsWith('/api/')) files.add(`${origin}${pathname}`);
  });
  return files;
}

/** In bytes. */
export async function gzippedSize(urls: readonly string[]): Promise<number> {
  const sizes = await Promise.all(urls.map(sizeOf));
  return sizes.reduce((total, size) => total + size, 0);
}

function sizeOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let size = 0;
      response.on('data', (chunk: Buffer) => (size += chunk.length));
      response.on('end', () => resolve(size));
    });
    request.on('error', reject);
  });
}

export async function scoresOf(
  what: string,
  least: number,
  judge: () => Promise<Judgment>,
  interactiveWithin?: number,
): Promise<Figure[]> {
  const all: Judgment[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await judge());
  const figure = (category: 'performance' | 'accessibility', aim: number): Figure => ({
    what: `Lighthouse ${category}, ${what}`,
    measured: median(all.map((scores) => scores[category])),
    unit: '',
    target: { atLeast: least, aim },
    from: all.map((scores) => scores[category].toFixed(0)).join(' · '),
  });
  const figures = [figure('performance', 98), figure('accessibility', 100)];
  if (interactiveWithin === undefined) return figures;
  const interactive: Figure = {
    what: `Lighthouse, usable after, ${what}`,
    measured: median(all.map((judgment) => judgment.interactive)),
    unit: 's',
    target: { atMost: interactiveWithin, aim: interactiveWithin / 2 },
    from: all.map((judgment) => judgment.interactive.toFixed(2)).join(' · '),
  };
  return [...figures, interactive];
}
