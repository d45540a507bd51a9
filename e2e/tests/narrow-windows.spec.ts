import { expect, test } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });

test('on a phone, neither the visitors’ title breaks nor do late cards move the pager', async ({ desk, building }) => {
  for (let index = 0; index < 12; index++) await building.visitor({ name: `Guest ${index}`, inside: building.aurora });
  const page = await desk('reception', {
    viewport: { width: 360, height: 740 },
    prepare: (context) => context.addInitScript(recordShifts),
  });
  await expect(page.getByRole('list', { name: 'Visitors, Current' }).getByRole('listitem')).toHaveCount(10);
  const title = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect(title?.height).toBeLessThan(30);
  expect(await page.evaluate(() => performance.getEntriesByName('moved: pager').length)).toBe(0);
});

/** Marks layout shifts of the pager. */
function recordShifts(): void {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const sources = 'sources' in entry && Array.isArray(entry.sources) ? entry.sources : [];
      const isPager = sources.some(
        ({ node }: { node: Node | null }) => node instanceof HTMLElement && /pager/.test(node.className),
      );
      if (isPager) performance.mark('moved: pager');
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
