import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import axeCore from 'axe-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Scan {
  /** These alone are looked at; all of WCAG 2.2 AA and good practice when absent. */
  rules?: string[];
  /** Looks into frames as well. One that may run no script, such as the preview of a badge, cannot be looked into. */
  frames?: boolean;
}

/** Nothing on the screen, which `what` names, keeps anybody out. The test goes on where something does, and fails in the end. */
export async function expectAccessible(page: Page, what = 'the screen', { rules, frames }: Scan = {}): Promise<void> {
  // A list that is being read anew is faded.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(atRest);
  const hasFrames = (await page.locator('iframe').count()) > 0;
  const axe = hasFrames ? new AxeBuilder({ page }) : await axeInside(page);
  if (hasFrames && !frames) axe.exclude('iframe');
  // What is well is not described: half of a look's work.
  axe.options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(tags)).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
  expect.soft(found, what).toEqual([]);
}

/** When what fades or slides has arrived: colours on their way are nobody's. What turns for ever is not waited for. */
async function atRest(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

/**
 * Asks in the page itself, which is quicker than in another page for each look, but runs scripts in every frame. The page is given axe
 * once, not twice for each look.
 */
async function axeInside(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  if (!isThere) await page.evaluate(axeCore.source);
  return new AxeBuilder({ page, axeSource: ';' }).setLegacyMode();
}
