import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../harness/accessible.ts';
import type { Building } from '../harness/building.ts';
import { dialogOf } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

const pathOf = ({ aurora }: Building) => `/tenants/${aurora.id}`;
const photoOf = (page: Page, name: string) => page.getByRole('button', { name: `Change the photo of ${name}` });
const picture = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true });
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

function drawing(color: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="${color}"/></svg>`;
  return Buffer.from(svg);
}

const topOf = async (shown: Locator) => (await shown.boundingBox())?.y ?? Number.NaN;

async function bottomOf(shown: Locator) {
  const { y, height } = (await shown.boundingBox()) ?? { y: Number.NaN, height: 0 };
  return y + height;
}

async function upload(dialog: Locator, name: string, color = 'teal') {
  const file = { name, mimeType: 'image/svg+xml', buffer: drawing(color) };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await expect(dialog.getByText(`${name} was uploaded.`)).toBeVisible();
}

test('uploads, chooses and removes a photo, also one that another user deletes before the save', async ({
  desk,
  building,
}) => {
  const page = await desk('tenant', { path: pathOf(building) });
  await photoOf(page, 'Kari Nordmann').click();
  const dialog = dialogOf(page, 'Photo of Kari Nordmann');
  await expect(dialog.getByText('There are no pictures yet.')).toBeVisible();
  await expect(dialog.getByText('1280x800')).toContainText('1000 Kb');
  await page.clock.install();
  await upload(dialog, 'kari.svg');
  await upload(dialog, 'beach.svg', 'orange');
  await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeFocused();
  await expect(dialog.getByText('kari.svg was uploaded.')).toBeHidden();
  await page.clock.fastForward(3_000);
  await expect(dialog.getByText('beach.svg was uploaded.')).toBeVisible();
  await page.clock.fastForward(2_000);
  await expect(dialog.getByText('beach.svg was uploaded.')).toBeHidden();

  const [kari, beach] = [picture(dialog, 'kari.svg'), picture(dialog, 'beach.svg')];
  const save = dialog.getByRole('button', { name: 'Save' });
  await kari.click();
  await expect(kari).toHaveAttribute('aria-pressed', 'true');
  await kari.click();
  await expect(kari).toHaveAttribute('aria-pressed', 'false');
  await expect(save).toBeDisabled();
  await kari.click();
  await beach.click();
  await expect(kari).toHaveAttribute('aria-pressed', 'false');
  await expect(beach).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);

  await dialog.getByRole('button', { name: 'Delete beach.svg' }).click();
  await dialog.getByRole('button', { name: 'Delete picture' }).click();
  await expect(beach).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeFocused();
  await expect(save).toBeDisabled();
  await kari.click();
  await save.click();
  await expect(dialog).toBeHidden();
  const shown = rowOf(page, 'kari@aurora.test').locator('img');
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(100);

  await photoOf(page, 'Kari Nordmann').click();
  await expect(kari).toHaveAttribute('aria-pressed', 'true');
  await kari.click();
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(shown).toHaveCount(0);
  await photoOf(page, 'Kari Nordmann').click();
  await kari.click();
  await expect(save).toBeEnabled();
  await building.db.deleteFrom('image').where('tenant_id', '=', building.aurora.id).execute();
  await upload(dialog, 'beach.svg', 'orange');
  await expect(kari).toBeHidden();
  await expect(save).toBeDisabled();
});

test('refuses to delete a picture in use, and names its place', async ({ desk, building, watch }) => {
  watch.allowRefusals(409);
  const page = await desk('company', { path: pathOf(building), viewport: { width: 640, height: 400 } });
  await page.getByRole('button', { name: 'Actions for Aurora Shipping' }).click();
  await page.getByRole('menuitem', { name: 'Logo' }).click();
  const dialog = dialogOf(page, 'Logo of Aurora Shipping');
  await expect(dialog.getByText('640x230')).toBeVisible();
  await upload(dialog, 'logo.svg');
  await picture(dialog, 'logo.svg').click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Actions for Aurora Shipping' }).click();
  await page.getByRole('menuitem', { name: 'Logo' }).click();
  const [trash, keep] = [dialog.getByRole('button', { name: 'Delete logo.svg' }), dialog.getByText('Keep it')];
  await trash.click();
  expect(await bottomOf(keep), 'above the buttons of the dialog').toBeLessThan(await topOf(dialog.getByText('Save')));
  await dialog.getByRole('button', { name: 'Delete picture' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'in use' })).toContainText('Aurora Shipping');
  await keep.click();
  await expect(trash).toBeFocused();
  await expect(picture(dialog, 'logo.svg')).toHaveAttribute('aria-pressed', 'true');
});

test('a reception uploads photos, over plain http too, and deletes none', async ({ desk, building }) => {
  const page = await desk('reception', {
    path: pathOf(building),
    viewport: { width: 360, height: 740 },
    prepare: (context) => context.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID')),
  });
  await photoOf(page, 'Ola Hansen').first().click();
  const dialog = dialogOf(page, 'Photo of Ola Hansen');
  await upload(dialog, 'ola.svg');
  await expect(picture(dialog, 'ola.svg')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
});
