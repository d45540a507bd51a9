import type { Locator, Page } from '@playwright/test';
import type { Building } from '../harness/building.ts';
import { inviteGuest, linkOf } from '../harness/invitations.ts';
import { askEverything, button, test, typePhone } from '../harness/kiosk-app.ts';
import { passOf, scan } from '../harness/scanner.ts';
import { expect } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce', hasTouch: true });
test.describe.configure({ timeout: 120_000 });

/** The most touches of each path. The typed number and letters do not count, nor does the last "Done". */
const most = {
  'first visit': 9,
  'returning, same host, after the number': 3,
  'expected, after the number': 3,
  'check-out, after the number': 1,
  'check-out with a code': 1,
  'invitation with a choice, after the scan': 2,
  'invitation, after the scan': 1,
  'invitation without the number, after the scan': 1,
};

const everything = { isPrinterOn: true, isScanerOn: true, enableSaveVisitor: true };

/** Counts touches from the start of a path. */
function counter(page: Page) {
  let touches = 0;
  let isLeft = false;
  return {
    touch: async (...names: (string | RegExp)[]) => {
      for (const name of names) {
        isLeft = !isLeft;
        await tapSide(button(page, name), isLeft);
        touches += 1;
      }
    },
    measure: async (path: keyof typeof most, heading: RegExp) => {
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      process.stdout.write(`${path}: ${touches} touches, at most ${most[path]}\n`);
      expect(touches, path).toBeLessThanOrEqual(most[path]);
      touches = 0;
    },
    reset: () => (touches = 0),
  };
}

test('no path through the kiosk has more touches than before', async ({ page, building, enroll }) => {
  await askEverything(building);
  const eve = await expectGuest(building);
  await enroll(everything);
  const { touch, measure, reset } = counter(page);

  await touch('Check in');
  await typePhone(page, '40012345');
  await page.getByLabel('Name').fill('Åse Ødegård');
  await touch('Next');
  await page.getByLabel('Company').fill('Havila Logistics');
  await touch('Next', 'Aurora Shipping', /^Kari Nordmann/, 'I agree', 'Yes', 'None', 'Check in');
  await measure('first visit', /^You are checked in, Åse Ødegård$/);
  await button(page, 'Done').tap();

  await button(page, 'Check out').tap();
  await typePhone(page, '40012345');
  reset();
  await touch('Check out');
  await measure('check-out, after the number', /^Goodbye, Åse$/);
  await button(page, 'Done').tap();

  await button(page, 'Check in').tap();
  await typePhone(page, '40012345');
  reset();
  await touch('Same host as last time', 'I agree', 'Check in');
  await measure('returning, same host, after the number', /^You are checked in, Åse$/);
  await button(page, 'Done').tap();

  await button(page, 'Check in').tap();
  await typePhone(page, '40012346');
  reset();
  await touch('Check in', 'I agree', 'Check in');
  await measure('expected, after the number', /^You are checked in, Eve$/);

  // A scanner needs no touch. The camera needs the button that opens it.
  await page.addInitScript(() => {
    // Without a camera, the kiosk shows the title of the camera for a moment only.
    navigator.mediaDevices.getUserMedia = () => new Promise(() => undefined);
  });
  await page.reload();
  await touch('I have an invitation');
  await expect(page.getByRole('heading', { level: 1, name: /^Hold your code/ })).toBeVisible();
  await scan(page, await passOf(eve));
  await measure('check-out with a code', /^Goodbye, Eve/);
});

test('a guest with an invitation has at most two touches after the scan', async ({
  page,
  building,
  manager,
  enroll,
  change,
}) => {
  const [first, second, third] = [
    await inviteGuest(manager, building, { phone: '+4740012345' }),
    await inviteGuest(manager, building, { phone: '+4740012346' }),
    await inviteGuest(manager, building, { email: 'eve@test.example' }),
  ];
  await askEverything(building);
  await enroll(everything);
  const { touch, measure } = counter(page);
  await scan(page, linkOf(first));
  await touch('I agree', 'Check in');
  await measure('invitation with a choice, after the scan', /^You are checked in, Eve$/);
  await button(page, 'Done').tap();

  await building.db
    .updateTable('tenant_settings')
    .set({ enable_gdpr: false, enable_print_badge_option: false })
    .where('company_id', '=', building.company.id)
    .execute();
  await change(everything);
  await page.reload();
  await expect(button(page, 'I have an invitation')).toBeVisible();
  await scan(page, linkOf(second));
  await touch('Check in');
  await measure('invitation, after the scan', /^You are checked in, Eve$/);
  await button(page, 'Done').tap();

  await scan(page, linkOf(third));
  await touch('Check in');
  await typePhone(page, '40012347');
  await measure('invitation without the number, after the scan', /^You are checked in, Eve$/);
});

/** Touches one side of a button, and no place of a key before it. The kiosk counts two fast touches at one place as one. */
async function tapSide(target: Locator, isLeft: boolean): Promise<void> {
  await expect(target).toBeVisible();
  const { width, height } = (await target.boundingBox()) ?? { width: 0, height: 0 };
  await target.tap({ position: { x: width * (isLeft ? 0.1 : 0.9), y: height * 0.8 } });
}

/** Expects a guest of a host at Aurora Shipping. */
async function expectGuest({ db, company, aurora, visitor }: Building): Promise<number> {
  const { id } = await visitor({ name: 'Eve Guest', phone: '+4740012346', expectedBy: aurora });
  await db
    .updateTable('visitor')
    .set({ expected_employee_id: aurora.kari.id })
    .where('id', '=', id)
    .where('company_id', '=', company.id)
    .execute();
  return id;
}
