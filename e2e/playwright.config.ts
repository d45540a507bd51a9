import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from './chromium.ts';

export default defineConfig({
  testDir: 'tests',
  outputDir: '../test-results',
  globalSetup: './harness/global-setup.ts',
  fullyParallel: true,
  workers: Math.min(6, availableParallelism() + 1),
  // A test that passes only when repeated is named as flaky in the closing lines; where nobody watches it does not stop the rest.
  retries: process.env.CI ? 2 : 0,
  forbidOnly: true,
  // Generous, for a machine that does other work as well; a test that passes waits for nothing.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'line',
  preserveOutput: 'failures-only',
  use: {
    browserName: 'chromium',
    launchOptions: await findChromium(),
    locale: 'en-GB',
    timezoneId: 'Europe/Oslo',
    viewport: { width: 1280, height: 800 },
    // Keeping an app for times without a network is most of the work of opening a kiosk. Tests of such times have it, by `keepsApp`.
    serviceWorkers: 'block',
    // A trace of each test costs a third of the time: `npm run e2e -- --trace retain-on-failure` where one is wanted.
    screenshot: 'only-on-failure',
    trace: 'off',
  },
});
