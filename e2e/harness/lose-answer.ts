import type { Page } from '@playwright/test';

/** Makes the next call to an address arrive, and its answer get lost on the way back. */
export function loseAnswer(page: Page, address: string): Promise<unknown> {
  return page.route(
    address,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
}
