import { expect, test } from '../harness/test.ts';

test('the list of visitors needs no other script than those of the first load', async ({ desk }) => {
  const scripts: string[] = [];
  const page = await desk('company', {
    prepare: async (context) => {
      await context.route('**/assets/*.js', (route) => {
        scripts.push(new URL(route.request().url()).pathname.replace(/-.{8}\.js$/, ''));
        return route.continue();
      });
    },
  });
  await expect(page.getByRole('button', { name: /^Expected today/ })).toBeVisible();
  await expect(page.getByRole('row').or(page.getByText('No visitors')).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(scripts.toSorted()).toEqual(['/assets/console', '/assets/libraries', '/assets/rolldown-runtime']);
});
