import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { memoryFolder } from './scripts/memory-folder.mjs';

/**
 * Slowest first: the first takes a fifth of a worker's run. `platform/pictures/decode` is excluded: its timeouts would suffer beside the
 * check.
 */
const longest = ['platform/http/fuzz', 'main', 'access', 'forgotten-where', 'processes', 'platform/db/embedded'].map(
  (name) => `/apps/server/src/${name}.test.ts`,
);

/** A slow file started last would keep one worker busy alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) => {
      const place = longest.findIndex((path) => moduleId.endsWith(path));
      if (place >= 0) return place;
      return project.name === 'server' ? longest.length : longest.length + 1;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer's own method
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

// Halves the kernel's work for a hundred databases of at most half a gigabyte.
const inMemory = memoryFolder(3_000_000_000);
if (inMemory) process.env.TMPDIR ??= inMemory;

export default defineConfig({
  test: {
    // One more than the cores, as many tests wait. More than four only wait for PostgreSQL.
    maxWorkers: Math.min(4, availableParallelism() + 1),
    sequence: { sequencer: LongestFirst },
    // Importing the program takes longer than most test files.
    isolate: false,
    unstubGlobals: true,
    // Saves the programs that tests start from stripping types.
    env: { NODE_COMPILE_CACHE: path.join(import.meta.dirname, 'node_modules/.cache/node') },
    // Database setup and password hashing are slow on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Ends a hanging poll. It is no bound of time.
    expect: { poll: { timeout: 20_000, interval: 20 } },
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
