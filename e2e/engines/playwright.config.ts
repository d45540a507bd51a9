import { defineConfig } from '@playwright/test';

/** Other engines than Chromium. Playwright runs the tests, the engines drive themselves. */
export default defineConfig({
  testDir: '.',
  globalSetup: '../harness/global-setup.ts',
  workers: 1,
  timeout: 180_000,
  forbidOnly: true,
  reporter: 'list',
});
