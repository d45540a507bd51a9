import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Scan {
  /** These alone are looked at; all of WCAG 2.2 AA and good practice when absent. */
  rules?: string[];
  /** Looks into frames as well. One that may run no script, such as the preview of a badge, cannot be looked into. */
  frames?: boolean;
}

/** Nothing on the screen, which `what` names, keeps anybody out. The test goes on where something does, and fails in the end. */
export async function expectAccessible(page: Page, what = 'the screen', { rules, frames }: Scan = {}): Promise<void> {
  const hasFrames = (await page.locator('iframe').count()) > 0;
  // The old way asks in the page itself, which is quicker than in another page for each look, but runs scripts in every frame.
  const axe = new AxeBuilder({ page }).setLegacyMode(!hasFrames);
  if (hasFrames && !frames) axe.exclude('iframe');
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(tags)).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
  expect.soft(found, what).toEqual([]);
}
