import type { Browser } from '@playwright/test';
import { answerToken } from '../apps/server/src/visits/notification/answer-token.ts';
import { type Bench, middleBuilding } from './bench.ts';
import { vault } from './calls.ts';
import { filesAskedFor, gzippedSize, openBrowser, scoresOf } from './console.ts';
import { judge } from './lighthouse.ts';
import { seedPasses } from './pass.ts';
import type { Figure } from './report.ts';

/** The pages that guests and hosts open on their phones. */
export async function measureGuestPages(bench: Bench): Promise<Figure[]> {
  const origin = `http://127.0.0.1:${bench.vestibule.port}`;
  const [pass = ''] = await seedPasses(bench, 1);
  const pages = [
    { what: 'pass', path: `/pass/${pass}`, kilobytes: 60 },
    { what: 'answer', path: `/answer/${answerToken(vault, await findOpenVisit(bench))}`, kilobytes: 40 },
  ];
  const { browser, debuggingPort } = await openBrowser();
  try {
    const figures: Figure[] = [];
    for (const { what, path, kilobytes } of pages) {
      const files = await filesOf(browser, origin, path);
      figures.push(
        {
          what: `${what} page, gzip`,
          measured: (await gzippedSize(files)) / 1000,
          unit: 'KB',
          target: { atMost: kilobytes, aim: kilobytes / 2 },
          from: `${files.length} files`,
        },
        ...(await scoresOf(
          `${what} page on a phone`,
          95,
          () => judge(`${origin}${path}`, debuggingPort, { isMobile: true }),
          2.5,
        )),
      );
    }
    return figures;
  } finally {
    await browser.close();
  }
}

async function filesOf(browser: Browser, origin: string, path: string): Promise<string[]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const files = filesAskedFor(page, origin);
  await page.goto(`${origin}${path}`, { waitUntil: 'networkidle' });
  await page.getByRole('heading').first().waitFor();
  await context.close();
  return [...files];
}

async function findOpenVisit(bench: Bench): Promise<number> {
  const { rows } = await bench.client.query<{ id: number }>(
    `select id from visit where company_id = $1 and checked_out_at is null and employee_id is not null limit 1`,
    [middleBuilding(bench).companyId],
  );
  const [visit] = rows;
  if (!visit) throw new Error('No open visit was seeded.');
  return visit.id;
}
