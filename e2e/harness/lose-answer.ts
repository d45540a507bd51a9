import type { Page } from '@playwright/test';

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
