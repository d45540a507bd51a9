import type { APIRequestContext, Page, WebSocketRoute } from '@playwright/test';
import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import { deleteVisitor } from '@vestibule/contract/visits/visitor.ts';
import type { Building } from '../harness/building.ts';
import { call } from '../harness/call.ts';
import { dialogOf, fillRegisterDialog, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

function checkIn(desk: APIRequestContext, { aurora }: Building, name: string, phone: string) {
  return call(desk, registerVisit, {
    body: {
      name,
      phone,
      companyName: 'Havila Logistics',
      tenantId: aurora.id,
      employeeId: aurora.kari.id,
      shouldSaveData: false,
      shouldPrintMainBadge: false,
      shouldPrintParkingBadge: false,
    },
  });
}

/** Resolves to the machine's time in ms. */
function whenShown(page: Page, text: string) {
  return page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (![...document.querySelectorAll('tbody tr')].some((row) => row.textContent.includes(text))) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        look();
      }),
    text,
  );
}

/** Resolves to the machine's time in ms. */
function whenAnswered(page: Page, path: string) {
  return page.evaluate((path) => {
    const entry = performance.getEntriesByType('resource').findLast(({ name }) => new URL(name).pathname === path);
    if (!(entry instanceof PerformanceResourceTiming)) throw new Error(`no call of ${path}`);
    return performance.timeOrigin + entry.responseEnd;
  }, path);
}

test('a check-in at one desk is seen at the other within 300 ms', async ({ desk }) => {
  const here = await desk('reception');
  const there = await desk('otherReception');
  await expect(here.getByText('No visitors are checked in')).toBeVisible();
  await expect(there.getByText('No visitors are checked in')).toBeVisible();

  const delays: number[] = [];
  for (const [index, name] of ['Åse Ødegård', 'Liv Hauge', 'Wei Chen'].entries()) {
    const shown = whenShown(there, name);
    const dialog = await fillRegisterDialog(here, {
      phone: `4001234${index}`,
      name,
      companyName: 'Havila Logistics',
      tenant: 'Aurora Shipping',
    });
    await dialog.getByRole('button', { name: 'Check in' }).click();
    await expect(dialog).toBeHidden();
    delays.push((await shown) - (await whenAnswered(here, '/api/v1/visitors/register')));
  }
  // The fastest counts: a busy machine may be late.
  expect(Math.min(...delays)).toBeLessThan(300);
});

test('a check-out and a deletion at one desk are seen at the other', async ({ as, desk, building }) => {
  const { id: visitorId } = await building.visitor({ name: 'Åse Ødegård', inside: building.aurora });
  const here = await as('reception');
  const there = await desk('otherReception', { path: `/company/${building.company.id}/visitors?tab=all` });
  const checkOut = there.getByRole('button', { name: 'Check out Åse Ødegård' });
  await expect(checkOut).toBeEnabled();
  await checkOut.focus();
  const params = { visitorId: String(visitorId) };
  await call(here, checkOutVisitor, { params });
  await expect(there.getByRole('button', { name: 'Check in Åse Ødegård' })).toBeFocused();
  await expect(there.getByRole('tab')).toHaveText(['Current 0', 'Expected 0', 'All 1']);
  await call(here, deleteVisitor, { params });
  await expect(row(there, 'Åse Ødegård')).toBeHidden();
  await expect(there.getByRole('main')).toBeFocused();
  await expect(there.getByRole('tab')).toHaveText(['Current 0', 'Expected 0', 'All 0']);
});

async function countGlows(page: Page) {
  const glows = await page.evaluateHandle(() => {
    const glows = { count: 0 };
    const count = (records: MutationRecord[]) => {
      for (const { target } of records) if (target instanceof HTMLElement && 'glow' in target.dataset) glows.count += 1;
      for (const { addedNodes } of records) {
        for (const node of addedNodes) if (node instanceof HTMLElement && 'glow' in node.dataset) glows.count += 1;
      }
    };
    new MutationObserver(count).observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['data-glow'],
    });
    return glows;
  });
  return () => glows.evaluate(({ count }) => count);
}

test('a row changed at another desk is highlighted once, and a row changed here is not', async ({ desk, building }) => {
  const here = await desk('reception');
  const there = await desk('otherReception');
  await expect(there.getByText('No visitors are checked in')).toBeVisible();
  await checkIn(here.request, building, 'Liv Hauge', '40012346');
  await expect(row(there, 'Liv Hauge')).toBeVisible();
  await expect(there.locator('[data-glow]')).toHaveCount(0);
  await expect(here.locator('[data-glow]')).toHaveCount(0);
  const [glowsHere, glowsThere] = [await countGlows(here), await countGlows(there)];

  const dialog = await fillRegisterDialog(here, {
    phone: '40012345',
    name: 'Åse Ødegård',
    companyName: 'Havila',
    tenant: 'Aurora Shipping',
  });
  await dialog.getByRole('button', { name: 'Check in' }).click();
  await expect.poll(glowsThere).toBe(1);
  await expect(there.locator('[data-glow]')).toHaveCount(0);
  await expect(row(here, 'Åse Ødegård')).toBeVisible();
  expect(await glowsThere()).toBe(1);
  expect(await glowsHere()).toBe(0);
});

test('removed rows do not move the row under the pointer', async ({ as, desk, building }) => {
  const { visitor, aurora } = building;
  const companyName = 'Royal Institution of Chartered Surveyors';
  const { id: visitorId } = await visitor({ name: 'Liv Hauge', companyName, inside: aurora, minutesAgo: 1 });
  await visitor({ name: 'Åse Ødegård', companyName, inside: aurora, minutesAgo: 20 });
  const here = await as('reception');
  const there = await desk('otherReception');
  const button = there.getByRole('button', { name: 'Check out Åse Ødegård' });
  await button.hover();
  const before = await button.boundingBox();
  await call(here, checkOutVisitor, { params: { visitorId: String(visitorId) } });
  await expect(row(there, 'Liv Hauge')).toBeHidden();
  expect(await button.boundingBox()).toEqual(before);
  await there.mouse.move(0, 0);
  await expect(async () => expect((await button.boundingBox())?.y).toBeLessThan(before?.y ?? 0)).toPass();
});

test('an offline desk shows it, and misses no event afterwards', async ({ as, desk, building, watch }) => {
  watch.allowNetworkLoss();
  const { visitor, aurora } = building;
  const { id: leaver } = await visitor({ name: 'Liv Hauge', inside: aurora });
  await visitor({ name: 'Wei Chen', inside: aurora });
  const here = await as('reception');
  const there = await desk('otherReception');
  await expect(row(there, 'Liv Hauge')).toBeVisible();

  await there.context().setOffline(true);
  await expect(there.getByText('You are offline. This screen may be out of date.')).toBeVisible();
  await checkIn(here, building, 'Åse Ødegård', '40012345');
  await checkIn(here, building, 'Ida Johansen', '40012346');
  await call(here, checkOutVisitor, { params: { visitorId: String(leaver) } });
  await expect(row(there, 'Liv Hauge')).toBeVisible();
  await expect(row(there, 'Åse Ødegård')).toBeHidden();

  await there.context().setOffline(false);
  await expect(row(there, 'Liv Hauge')).toBeHidden();
  for (const name of ['Åse Ødegård', 'Ida Johansen', 'Wei Chen']) await expect(row(there, name)).toBeVisible();
  await expect(there.getByRole('tab')).toHaveText(['Current 3', 'Expected 0', 'All 4']);
  await expect(there.getByText('You are offline')).toBeHidden();
  await expect(there.getByRole('status').filter({ hasText: 'Live updates are back.' })).toBeAttached();
});

test('a partner sees the desks of its company live; a broken channel is shown, reopened, and misses nothing', async ({
  as,
  desk,
  building,
  watch,
}) => {
  watch.allowNetworkLoss();
  let isBroken = false;
  let channel: WebSocketRoute | undefined;
  const here = await as('reception');
  const there = await desk('partner', {
    path: `/company/${building.company.id}/visitors`,
    prepare: (context) =>
      context.routeWebSocket('**/api/v1/live**', async (socket) => {
        if (isBroken) return socket.close();
        channel = socket;
        socket.connectToServer();
      }),
  });
  await expect(there.getByText('No visitors are checked in')).toBeVisible();
  await expect.poll(() => channel).toBeDefined();
  await checkIn(here, building, 'Wei Chen', '40012347');
  await expect(row(there, 'Wei Chen')).toBeVisible();

  isBroken = true;
  await channel?.close();
  await expect(there.getByText('Live updates are interrupted. Reconnecting.')).toBeVisible();
  await checkIn(here, building, 'Åse Ødegård', '40012345');
  await checkIn(here, building, 'Liv Hauge', '40012346');
  isBroken = false;
  await expect(there.getByText('Live updates are interrupted')).toBeHidden({ timeout: 15_000 });
  await expect(row(there, 'Åse Ødegård')).toBeVisible();
  await expect(row(there, 'Liv Hauge')).toBeVisible();
});

test('a visitor checked out at another desk can be checked in after a new look-up', async ({ as, desk, building }) => {
  const { id: visitorId } = await building.visitor({
    name: 'Åse Ødegård',
    phone: '+4740012345',
    inside: building.aurora,
  });
  const page = await desk('reception');
  await page.getByRole('button', { name: 'Register visitor' }).first().click();
  const dialog = dialogOf(page, 'Register visitor');
  await dialog.getByLabel('Phone').fill('40012345');
  await dialog.getByLabel('Phone').press('Tab');
  await expect(dialog.getByRole('button', { name: 'Check in' })).toBeDisabled();
  await call(await as('otherReception'), checkOutVisitor, { params: { visitorId: String(visitorId) } });
  await dialog.getByLabel('Phone').focus();
  await dialog.getByLabel('Phone').press('Tab');
  await expect(dialog.getByRole('button', { name: 'Check in' })).toBeEnabled();
});
