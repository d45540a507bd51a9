import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from './chromium.ts';

export default defineConfig({
  testDir: 'tests',
  outputDir: '../test-results',
  globalSetup: './harness/global-setup.ts',
  fullyParallel: true,
  workers: Math.min(6, availableParallelism() + 1),
  // In CI, a flaky test is reported but does not fail the run.
  retries: process.env.CI ? 2 : 0,
  forbidOnly: true,
  // Generous for busy machines. Passing tests do not wait.
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
    // Storing the app is most of the work of opening a kiosk. Offline tests turn it on with `keepsApp`.
    serviceWorkers: 'block',
    // Tracing costs a third of the time. If needed: `npm run e2e -- --trace retain-on-failure`.
    screenshot: 'only-on-failure',
    trace: 'off',
  },
});
