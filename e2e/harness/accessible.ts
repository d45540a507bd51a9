import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import axeCore from 'axe-core';

export const colorRules = ['color-contrast', 'link-in-text-block'];
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Scan {
  /** Default: WCAG 2.2 AA and best practices. */
  rules?: string[];
  /** Scans frames too. Axe cannot scan a frame without scripts, such as a badge preview. */
  frames?: boolean;
}

/** Violations are soft failures: the test continues. */
export async function expectAccessible(page: Page, what = 'the screen', { rules, frames }: Scan = {}): Promise<void> {
  // A reloading list is faded.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(atRest);
  const hasFrames = (await page.locator('iframe').count()) > 0;
  const axe = hasFrames ? new AxeBuilder({ page }) : await axeInside(page);
  if (hasFrames && !frames) axe.exclude('iframe');
  // Halves the work of a scan.
  axe.options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(tags)).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
  expect.soft(found, what).toEqual([]);
}

/** Scans in light, and in dark by the rules that depend on colors. */
export async function expectAccessibleInBoth(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page, `${what}, light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, `${what}, dark`, { rules: colorRules });
}

/** The screen is accessible in light and dark, and does not scroll sideways. */
export async function expectGood(page: Page, what: string): Promise<void> {
  await expectAccessibleInBoth(page, what);
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect.soft(width, `${what} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Waits for finite animations: axe would measure intermediate colors. */
async function atRest(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

/** Faster inside the page. Scripts must be allowed in every frame. */
async function axeInside(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  if (!isThere) await page.evaluate(axeCore.source);
  return new AxeBuilder({ page, axeSource: ';' }).setLegacyMode();
}
