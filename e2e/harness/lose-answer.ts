import type { Page } from '@playwright/test';

/** Lets the next call arrive but drops its answer. */
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
