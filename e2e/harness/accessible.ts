import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Nothing on the screen, which `what` names, keeps anybody out. With `rules`, these alone are looked at. */
export async function expectAccessible(page: Page, what = 'the screen', rules?: string[]): Promise<void> {
  const hasFrames = (await page.locator('iframe').count()) > 0;
  // The old way asks in the page itself, which is quicker than in another page for each look, but runs scripts in every frame.
  const axe = new AxeBuilder({ page }).setLegacyMode(!hasFrames);
  if (hasFrames) axe.exclude('iframe');
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(tags)).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
  expect.soft(found, what).toEqual([]);
}
