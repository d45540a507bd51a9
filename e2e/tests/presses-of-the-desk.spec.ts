import type { Locator, Page } from '@playwright/test';
import { dialogOf, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });
test.describe.configure({ timeout: 120_000 });

/** The most presses of each path, as docs/screens/README.md lists them. Typed numbers and names do not count. */
const most = {
  'new visitor, clicks': 3,
  'new visitor, keys': 5,
  'returning visitor, keys': 3,
  'expected visitor, clicks': 2,
  'check-out, clicks': 1,
  'is a visitor here, keys': 1,
  'who left today, clicks': 1,
};

/** Counts clicks and keys from the start of a path. */
function counter(page: Page) {
  let presses = 0;
  return {
    click: async (target: Locator) => {
      await target.click();
      presses += 1;
    },
    press: async (...keys: string[]) => {
      for (const key of keys) {
        await page.keyboard.press(key);
        presses += 1;
      }
    },
    /** Types into the focused field. */
    type: (text: string) => page.keyboard.type(text, { delay: 20 }),
    measure: (path: keyof typeof most) => {
      process.stdout.write(`${path}: ${presses}, at most ${most[path]}\n`);
      expect(presses, path).toBeLessThanOrEqual(most[path]);
      presses = 0;
    },
  };
}

test('no path of the desk has more presses than before', async ({ desk, building }) => {
  const { aurora, visitor } = building;
  await visitor({ name: 'Åse Ødegård', companyName: 'Havila Logistics', phone: '+4740012345' });
  await visitor({ name: 'Frida Nilsen', companyName: 'Nilsen Rør', phone: '+4740012346', expectedBy: aurora });
  const page = await desk('reception');
  const { click, press, type, measure } = counter(page);
  const dialog = dialogOf(page, 'Register visitor');
  const phone = dialog.getByLabel('Phone');
  const name = dialog.getByLabel('Name', { exact: true });
  const visiting = dialog.getByRole('combobox', { name: 'Visiting' });
  const option = page.getByRole('option');
  const checkIn = dialog.getByRole('button', { name: 'Check in' });
  const number = (label: string) => page.getByRole('group', { name: 'Today' }).getByRole('button', { name: label });
  await expect(page.getByText('No visitors are checked in')).toBeVisible();

  await press('n');
  await expect(phone).toBeFocused();
  await type('40012347');
  await expect(name).toBeFocused();
  await type('Tomas Wisniewski');
  await press('Tab');
  await type('Baltic Freight');
  await press('Tab');
  await expect(visiting).toBeFocused();
  await type('Kari');
  await expect(option.first()).toContainText('Kari Nordmann');
  await press('Enter');
  await expect(visiting).toHaveValue(/^Kari Nordmann/);
  await press('Enter');
  await expect(dialog).toBeHidden();
  await expect(row(page, 'Tomas Wisniewski')).toContainText('Kari Nordmann');
  measure('new visitor, keys');

  await press('n');
  await expect(phone).toBeFocused();
  await type('40012345');
  await expect(visiting).toBeFocused();
  await type('Kari');
  await expect(option.first()).toContainText('Kari Nordmann');
  await press('Enter');
  await expect(visiting).toHaveValue(/^Kari Nordmann/);
  await press('Enter');
  await expect(dialog).toBeHidden();
  await expect(row(page, 'Åse Ødegård')).toContainText('Kari Nordmann');
  measure('returning visitor, keys');

  await click(page.getByRole('button', { name: 'Register visitor' }));
  await expect(phone).toBeFocused();
  await type('40012348');
  await expect(name).toBeFocused();
  await type('Wei Chen');
  await dialog.getByLabel('Company', { exact: true }).focus();
  await type('Harbour Optics');
  await visiting.focus();
  await type('Aurora');
  await click(option.filter({ hasText: /^Aurora Shipping/ }).first());
  await click(checkIn);
  await expect(dialog).toBeHidden();
  await expect(row(page, 'Wei Chen')).toContainText('Aurora Shipping');
  measure('new visitor, clicks');

  await page.getByRole('tab', { name: 'Expected' }).click();
  await click(page.getByRole('button', { name: 'Check in Frida Nilsen' }));
  await expect(checkIn).toBeFocused();
  await click(checkIn);
  await expect(dialog).toBeHidden();
  measure('expected visitor, clicks');

  await page.getByRole('tab', { name: 'Current' }).click();
  await click(page.getByRole('button', { name: 'Check out Wei Chen' }));
  await expect(row(page, 'Wei Chen')).toContainText('Checked out');
  measure('check-out, clicks');

  await press('Control+k');
  await expect(dialogOf(page, 'Find').getByRole('combobox')).toBeFocused();
  await type('frida');
  await expect(option.filter({ hasText: 'Frida Nilsen' })).toContainText(/Inside since \d\d:\d\d/);
  measure('is a visitor here, keys');
  await page.keyboard.press('Escape');

  await click(number('Left today'));
  await expect(page.getByRole('rowheader').locator('strong')).toHaveText(['Wei Chen']);
  await expect(row(page, 'Wei Chen')).toContainText(/Left \d\d:\d\d|Checked out/);
  measure('who left today, clicks');
});
