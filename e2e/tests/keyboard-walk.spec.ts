import type { Page } from '@playwright/test';
import { startRollCall } from '@vestibule/contract/visits/roll-call.ts';
import type { Building } from '../harness/building.ts';
import { call } from '../harness/call.ts';
import { seedKiosk } from '../harness/kiosks.ts';
import { seedFolder } from '../harness/licenses.ts';
import { dialogOf } from '../harness/screen.ts';
import { expect, test, type User } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });
test.describe.configure({ timeout: 180_000 });

interface Place {
  path: string;
  /** The button that opens a dialog. */
  opens?: string;
}

const walks: Partial<Record<User, (building: Building) => Promise<readonly Place[]>>> = {
  company: async (building) => {
    const { company, aurora } = building;
    await seedKiosk(building, { name: 'Main entrance', minutesAway: 5 });
    const at = (screen: string, opens?: string) => ({
      path: `/company/${company.id}/${screen}`,
      ...(opens && { opens }),
    });
    return [
      at('evacuation', 'End roll call'),
      at('visitors?tab=all', 'Import from CSV'),
      { path: `/tenants/${aurora.id}`, opens: 'Add employee' },
      at('kiosks?tab=offline', 'Enroll'),
      at('kiosk_settings'),
      at('users', 'Add user'),
      at('partners', 'Add partner'),
      at('settings', 'Preview messages'),
      at('audit'),
    ];
  },
  superAdmin: async ({ db, company }) => {
    const { mark } = await seedFolder(db, 2);
    return [
      { path: `/admin/companies?search=${encodeURIComponent(company.name)}`, opens: 'Create company' },
      { path: `/licenses?search=${mark}`, opens: 'Create folder' },
      { path: '/admin/status' },
    ];
  },
};

/** Describes the focused control and its faults. Null outside of `<main>`. */
function readFocus() {
  const main = document.querySelector('main');
  const control = document.activeElement;
  if (!main || !(control instanceof HTMLElement) || control === main || !main.contains(control)) return null;
  const near = [control, control.nextElementSibling, control.previousElementSibling];
  for (let parent = control.parentElement; parent && near.length < 7; parent = parent.parentElement) near.push(parent);
  const hasRing = near.some((element) => {
    const { outlineStyle, outlineWidth, outlineColor } = element ? getComputedStyle(element) : document.body.style;
    return outlineStyle === 'solid' && parseFloat(outlineWidth) >= 2 && outlineColor !== 'rgba(0, 0, 0, 0)';
  });
  const { left, right, top, bottom } = (control.closest('label') ?? control).getBoundingClientRect();
  const { scrollTop } = document.scrollingElement ?? main;
  const name = control.getAttribute('aria-label') ?? (control.textContent || control.id);
  // The place in the document changes while a screen loads more.
  control.dataset['walk'] ??= String(document.querySelectorAll('[data-walk]').length);
  const isInView = bottom > 0 && top < innerHeight;
  const box = { left, right, top: top + scrollTop, bottom: bottom + scrollTop };
  return {
    key: `${control.dataset['walk']} ${control.tagName} ${name.slice(0, 40)}`,
    hasRing,
    isInView,
    isFrame: control.tagName === 'IFRAME',
    box,
  };
}

type Focus = NonNullable<ReturnType<typeof readFocus>>;

/** Counts the controls that Tab should reach. A group of tabs, radios or parts of a date has one. */
function readControls() {
  const groups = new Set<unknown>();
  const controls = document.querySelectorAll<HTMLElement>(
    'main :is(a[href], button, input, select, textarea, summary, [tabindex])',
  );
  for (const control of controls) {
    const isOff =
      control.matches(':disabled, [tabindex="-1"], [type="hidden"], [role="tab"][aria-selected="false"]') ||
      control.closest('[inert]');
    if (isOff || !control.checkVisibility({ visibilityProperty: true })) continue;
    groups.add(control instanceof HTMLInputElement && control.type === 'radio' ? `radio ${control.name}` : control);
  }
  return groups.size;
}

/** Counts the controls when no more of them load. */
async function settledControls(page: Page): Promise<number> {
  let before = -1;
  const isSettled = async () => {
    const last = before;
    before = await page.evaluate(readControls);
    return before === last;
  };
  await expect.poll(isSettled, { intervals: [500] }).toBe(true);
  return before;
}

/** Presses Tab from the start of the screen until the focus leaves it. */
async function walk(page: Page): Promise<Focus[]> {
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  // Before React Aria's code arrives, Tab reaches each tab.
  await expect(page.locator('button[role="tab"]')).toHaveCount(0);
  const path: Focus[] = [];
  for (let presses = 0; presses < 150; presses++) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(readFocus);
    if (!focus) return path;
    if (path.at(-1)?.key !== focus.key) path.push(focus);
  }
  throw new Error(`The focus is trapped at ${path.at(-1)?.key}.`);
}

/** Walks again if the number of controls changed during the walk, for example because a notice appeared. */
async function walkSettled(page: Page): Promise<{ controls: number; steps: Focus[] }> {
  for (let tries = 0; ; tries++) {
    const controls = await settledControls(page);
    const steps = await walk(page);
    if (tries === 2 || (await settledControls(page)) === controls) return { controls, steps };
  }
}

/** Reading goes down and to the right, and then to the next column. */
function isAgainstReading({ box: before }: Focus, { box }: Focus): boolean {
  const isAbove = box.bottom <= before.top + 2 && box.left < before.right;
  const isBefore = box.right <= before.left && box.bottom > before.top + 2 && box.top < before.bottom - 2;
  return isAbove || isBefore;
}

for (const role of ['company', 'superAdmin'] as const) {
  test(`the keyboard reaches each control of the screens of the role ${role}, in order, and leaves`, async ({
    desk,
    building,
    as,
  }) => {
    await building.visitor({ name: 'Åse Ødegård', inside: building.aurora, host: building.aurora.kari });
    await call(await as('company'), startRollCall, { params: { companyId: String(building.company.id) } });
    const places = (await walks[role]?.(building)) ?? [];
    const page = await desk(role, { viewport: { width: 1440, height: 900 } });
    for (const { path, opens } of places) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      const { controls, steps } = await walkSettled(page);
      const faults = steps.flatMap((step, index) => {
        const last = steps[index - 1];
        return [
          ...(step.hasRing || step.isFrame ? [] : [`${step.key} has no focus ring`]),
          ...(step.isInView ? [] : [`${step.key} is out of view`]),
          ...(last && isAgainstReading(last, step) ? [`${step.key} follows ${last.key}`] : []),
        ];
      });
      expect.soft(faults, path).toEqual([]);
      expect.soft(new Set(steps.map(({ key }) => key)).size, path).toBe(controls);
      if (opens === undefined) continue;
      const opener = page.getByRole('button', { name: opens, exact: true }).first();
      await opener.focus();
      await page.keyboard.press('Enter');
      await expect(dialogOf(page)).toBeVisible();
      await expect.poll(() => dialogOf(page).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
      await page.keyboard.press('Escape');
      await expect(dialogOf(page)).toHaveCount(0);
      await expect(opener).toBeFocused();
    }
  });
}
