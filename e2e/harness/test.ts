import {
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
  test as base,
} from '@playwright/test';
import { login } from '@vestibule/contract/accounts/session.ts';
import type { Database } from '../../apps/server/src/platform/db/database.ts';
import { type Building, seedBuilding, openProgramDatabase, password } from './building.ts';
import { call } from './call.ts';
import { createWatch, type Watch } from './watch.ts';

export type User = keyof Building['users'];

interface DeskOptions extends BrowserContextOptions {
  path?: string;
  prepare?: (context: BrowserContext) => Promise<unknown>;
}

interface Fixtures {
  building: Building;
  watch: Watch;
  /** Opens another browser at `options`' path or the user's first screen. */
  desk: (user: User, options?: DeskOptions) => Promise<Page>;
  /** A browser would take half a second. */
  as: (user: User) => Promise<APIRequestContext>;
}

export const test = base.extend<Fixtures, { database: Database }>({
  database: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed
    async ({}, provide) => {
      const database = openProgramDatabase();
      await provide(database);
      await database.close();
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- as above
  baseURL: async ({}, provide) => provide(process.env['E2E_ADDRESS']),
  building: async ({ database }, provide) => provide(await seedBuilding(database.db)),
  watch: async ({ baseURL }, provide) => {
    const watch = createWatch(baseURL ?? '');
    await provide(watch);
    expect(watch.faults, 'faults that no screen shows').toEqual([]);
  },
  context: async ({ context, watch }, provide) => {
    await watch.follow(context);
    await provide(context);
  },
  desk: async ({ browser, building, watch }, provide) => {
    const contexts: BrowserContext[] = [];
    await provide(async (user, { path = '/', prepare, ...options } = {}) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      await watch.follow(context);
      await prepare?.(context);
      await signIn(context.request, building, user);
      const page = await context.newPage();
      await page.goto(path);
      return page;
    });
    for (const context of contexts) await context.close();
  },
  as: async ({ playwright, baseURL, building }, provide) => {
    const users: APIRequestContext[] = [];
    await provide(async (user) => {
      const request = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
      users.push(request);
      await signIn(request, building, user);
      return request;
    });
    for (const request of users) await request.dispose();
  },
});

function signIn(request: APIRequestContext, building: Building, user: User) {
  return call(request, login, { body: { email: building.users[user], password } });
}

export { expect };
