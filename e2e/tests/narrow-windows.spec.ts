import type { Page } from '@playwright/test';
import type { Building } from '../harness/building.ts';
import { seedKiosk } from '../harness/kiosks.ts';
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

test('at 1920 px, ordinary names of the visitors of a tenant keep their line', async ({ desk, building }) => {
  const { aurora, visitor } = building;
  const name = 'Christopher Alexander Montgomery-Fitzwilliam';
  await visitor({ name, companyName: 'Royal Institution of Chartered Surveyors', inside: aurora, host: aurora.kari });
  const path = `/tenants/${aurora.id}/visitors`;
  const page = await desk('tenant', { path, viewport: { width: 1920, height: 1080 } });
  expect((await row(page, name).boundingBox())?.height).toBeLessThan(48);
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

const words = `${'Wolfeschlegelsteinhausen and Sons '.repeat(4).slice(0, 119)}.`;
const unbroken = word.repeat(2);

const softly = expect.configure({ soft: true });

/** Names of 120 characters, with spaces and without. */
async function longNames(building: Building) {
  const { db, company, aurora, bryggen, users, visitor, partner } = building;
  await db.updateTable('company').set({ name: words }).where('id', '=', company.id).execute();
  await db.updateTable('partner').set({ name: unbroken }).where('id', '=', partner.id).execute();
  await db.updateTable('tenant').set({ name: unbroken }).where('id', '=', aurora.id).execute();
  await db.updateTable('tenant').set({ name: words }).where('id', '=', bryggen.id).execute();
  await db.updateTable('employee').set({ name: words }).where('id', '=', aurora.kari.id).execute();
  await db.updateTable('employee').set({ name: unbroken }).where('id', '=', aurora.ola.id).execute();
  await db.updateTable('user_account').set({ name: words }).where('email', 'in', Object.values(users)).execute();
  await wideRows(building);
  for (const name of [words, unbroken]) {
    await seedKiosk(building, { name, minutesAway: 5, comment: name });
    await visitor({ name, companyName: name, inside: aurora, host: aurora.kari });
    await visitor({ name, companyName: name, inside: bryggen });
    const { id } = await visitor({ name, companyName: name, expectedBy: aurora });
    const expected = { expected_at: new Date(), expected_employee_id: aurora.ola.id };
    await db.updateTable('visitor').set(expected).where('id', '=', id).execute();
  }
}

/** Text that is cut without an ellipsis and a title, or that covers other text. */
function readFaults(): string[] {
  const faults: string[] = [];
  const texts: { box: DOMRect; parent: Element; text: string }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    const parent = node.parentElement;
    const text = node.textContent?.trim().slice(0, 40) ?? '';
    if (!parent || text === '' || parent.closest('script, select, iframe, .unseen, [role="tooltip"]')) continue;
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const whole = range.getBoundingClientRect();
    if (whole.width < 2 || parent.getBoundingClientRect().width < 8) continue;
    let { left, right, top, bottom } = whole;
    let isFloating = false;
    for (let around: Element | null = parent; around && around !== document.body; around = around.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp, position } = getComputedStyle(around);
      isFloating ||= position === 'fixed' || position === 'sticky';
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const box = around.getBoundingClientRect();
      const isCut = right > box.right + 1 || bottom > box.bottom + 2 || left < box.left - 1;
      const explains =
        (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') &&
        (parent.closest('[title]') ?? around.querySelector('[title]'));
      if (isCut && !/auto|scroll/.test(overflowX + overflowY) && !explains) faults.push(`cut: ${text}`);
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    if (right - left > 2 && bottom - top > 2 && !isFloating)
      texts.push({ box: new DOMRect(left, top, right - left, bottom - top), parent, text });
  }
  for (const [index, one] of texts.entries()) {
    for (const other of texts.slice(index + 1)) {
      if (one.parent.contains(other.parent) || other.parent.contains(one.parent)) continue;
      const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (width > 3 && height > 5) faults.push(`overlap: ${one.text} | ${other.text}`);
    }
  }
  return [...new Set(faults)].slice(0, 8);
}

test('names of 120 characters fit each screen, also at 200 % zoom', async ({ desk, building }) => {
  test.setTimeout(240_000);
  await longNames(building);
  const { company, aurora, partner } = building;
  const ofCompany = ['visitors', 'visitors?tab=imported', 'visitors?tab=all', 'evacuation', 'history', 'messages']
    .concat(['tenants', 'kiosks', 'kiosk_settings', 'users', 'partners', 'settings', 'audit'])
    .map((screen) => `/company/${company.id}/${screen}`);
  const screens = {
    company: [...ofCompany, `/tenants/${aurora.id}`],
    tenant: [`/tenants/${aurora.id}/visitors`],
    partner: [`/partner/${partner.id}/companies`],
    superAdmin: ['/admin/companies', '/admin/partners', '/admin/status'],
  };
  for (const user of ['company', 'tenant', 'partner', 'superAdmin'] as const) {
    // A window of 1440 px at 200 % zoom has 720 px of layout.
    const page = await desk(user, { deviceScaleFactor: 2 });
    for (const path of screens[user]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const width of [1920, 1440, 1024, 768, 720, 360]) {
        await page.setViewportSize({ width, height: 900 });
        await page.waitForLoadState('networkidle');
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        const what = `${path} at ${width} px`;
        await softly.poll(() => overflow(page), { message: what }).toBe(0);
        softly(await page.evaluate(readFaults), what).toEqual([]);
      }
    }
  }
});
