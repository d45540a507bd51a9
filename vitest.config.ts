import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { memoryFolder } from './scripts/memory-folder.mjs';

/**
 * The files of the server that take longest, the first alone a fifth of the run for one worker. Not `platform/pictures/decode`, whose pictures are
 * given seconds: the check still runs beside these.
 */
const longest = ['platform/http/fuzz', 'main', 'access', 'processes', 'platform/db/embedded'].map(
  (name) => `/apps/server/src/${name}.test.ts`,
);

/** Begins with what takes longest, which no size of a file tells: begun at the end, it keeps one worker busy while the others are done. */
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

// Halves what the kernel does in a run: the files of a hundred databases are made and removed again. They have at most half a gigabyte.
const inMemory = memoryFolder(3_000_000_000);
if (inMemory) process.env.TMPDIR ??= inMemory;

export default defineConfig({
  test: {
    // One more than a small machine has cores, for many tests wait: for programs that start, for leases that end. More workers than
    // four only wait for the one PostgreSQL.
    maxWorkers: Math.min(4, availableParallelism() + 1),
    sequence: { sequencer: LongestFirst },
    // A worker keeps what it imported: importing the program takes longer than most files do.
    isolate: false,
    unstubGlobals: true,
    // For the programs that tests start: each would strip its types anew.
    env: { NODE_COMPILE_CACHE: path.join(import.meta.dirname, 'node_modules/.cache/node') },
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
