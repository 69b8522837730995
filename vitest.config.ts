import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { boundaries } from './script/map/plugin.ts';
import { screenModules } from './script/web/start.ts';

process.env.LOG_LEVEL ??= 'silent';
// Compiled modules are kept between files, processes and runs, as `npm start` keeps them.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compile');

/** Tests that need a database: they share one PostgreSQL and clone its template. */
const withDatabase = ['src/server/**/*.test.ts', 'src/features/*/server/**/*.test.ts', 'script/**/*.test.ts'];

/** Modules are loaded by Node itself, as in the running product, from what it has compiled before; nothing is mocked. */
const native = { viteModuleRunner: false, nodeLoader: false };
const resolve = './src/server/testing/resolve.ts';

/** Files that take the longest though they are short; all others begin by size, or by how long they last took. */
const longest = /\/test\/e2e\/accessibility\//;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(({ moduleId }) => longest.test(moduleId)), ...sorted].filter(
      (file, index, all) => all.indexOf(file) === index,
    );
  }
}

export default defineConfig({
  plugins: [boundaries(), screenModules()],
  test: {
    maxWorkers: 2,
    pool: 'forks',
    env: { TZ: 'UTC' },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Loading takes longer than testing: a module is loaded once for all files, and no file leaves anything behind in it.
          isolate: false,
          include: ['src/**/*.test.{ts,tsx}', 'test/house/**/*.test.ts'],
          exclude: withDatabase,
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          experimental: native,
          // Files wait for the database and the clock half of their time.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
          // One more try, which `npm test` names and counts; crashes and outages are judged at the first.
          retry: 1,
          include: withDatabase,
          globalSetup: './src/server/testing/globalSetup.ts',
          setupFiles: resolve,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          experimental: native,
          // Files wait for the page and the product more than a third of their time.
          maxWorkers: 3,
          // Projects that differ in workers run one after the other.
          sequence: { groupOrder: 2 },
          // Files one after the other share a browser and what the tests load; the product is a process of its own for each.
          isolate: false,
          // A browser on a busy machine: one more try, which `npm test` names and counts.
          retry: 1,
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['./test/e2e/globalSetup.mjs', './src/server/testing/globalSetup.ts'],
          setupFiles: resolve,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'crash',
          include: ['test/crash/**/*.test.ts'],
          // Two at once: each waits for the disk, a start or a provider half of its time.
          sequence: { groupOrder: 3 },
          // Three times what the longest takes on two cores. The first try counts.
          testTimeout: 150_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
