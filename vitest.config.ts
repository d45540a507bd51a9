import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // All of a small machine; more workers than four only wait for the one PostgreSQL.
    maxWorkers: Math.min(4, availableParallelism()),
    // A worker keeps what it imported: importing the program takes longer than most files do.
    isolate: false,
    unstubGlobals: true,
    // A server test opens databases and hashes passwords: slow on a busy machine, never endless.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A repeat is shown beside the test's name.
    retry: process.env.CI ? 1 : 0,
    restoreMocks: true,
    allowOnly: false,
    projects: [
      {
        extends: true,
        test: { name: 'packages', include: ['packages/*/src/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          setupFiles: ['apps/server/src/testing/each-file.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'console', include: ['apps/console/src/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: { name: 'kiosk', include: ['apps/kiosk/src/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: { name: 'checks', include: ['checks/**/*.test.ts'] },
      },
    ],
  },
});
