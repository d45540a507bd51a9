import type { Page } from '@playwright/test';
import type { Building } from '../harness/building.ts';
import { row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });

const day = 86_400_000;
const word = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2).slice(0, 60);

/** Visitors with the widest states, and a failed message to a host with a long address. */
async function wideRows({ db, company, aurora, employee, visitor }: Building): Promise<string> {
  const recipient = `${'a'.repeat(50)}@aurora.test`;
  const host = await employee(aurora, { name: word, phone: '+4745011999', email: recipient });
  const inside = await visitor({ name: `Inside ${word}`, companyName: word, inside: aurora, host });
  const { id } = await visitor({ name: 'Aoife Murphy', companyName: 'Cork Analytics', expectedBy: aurora });
  await db
    .updateTable('visitor')
    .set({ expected_at: new Date(Date.now() + 2 * day), expected_employee_id: aurora.kari.id })
    .where('id', '=', id)
    .execute();
  const visit = await db.selectFrom('visit').select('id').where('visitor_id', '=', inside.id).executeTakeFirstOrThrow();
  const about = { company_id: company.id, visitor_id: inside.id, visit_id: visit.id, language: 'en' } as const;
  const failure = { state: 'failed', problem: 'refused', last_answer: '550 no such user' } as const;
  const inAnHour = new Date(Date.now() + 3_600_000);
  await db
    .insertInto('message')
    .values({ ...about, ...failure, kind: 'arrival', channel: 'email', recipient, expires_at: inAnHour })
    .execute();
  return recipient;
}

function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

test('the widest rows of visitors and messages fit the window', async ({ desk, building }) => {
  const recipient = await wideRows(building);
  const { company, aurora } = building;
  const all = await desk('reception', { path: `/company/${company.id}/visitors?tab=all` });
  const own = await desk('tenant', { path: `/tenants/${aurora.id}/visitors` });
  for (const width of [1280, 1440, 1600]) {
    for (const page of [all, own]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(row(page, 'Aoife Murphy')).toBeVisible();
      await expect(page.getByText('Not reached, call')).toBeVisible();
      expect(await overflow(page), `${width} px`).toBe(0);
    }
  }
  const viewport = { width: 360, height: 740 };
  const messages = await desk('company', { path: `/company/${company.id}/messages`, viewport });
  await expect(messages.getByText(recipient.slice(0, 50))).toBeVisible();
  expect(await overflow(messages)).toBe(0);
});

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
