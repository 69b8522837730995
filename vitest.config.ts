import { defineConfig } from 'vitest/config';
import { boundaries } from './script/map/plugin.ts';

/** Tests that need a database: they share one PostgreSQL and clone its template. */
const withDatabase = ['src/server/**/*.test.ts', 'src/features/*/server/**/*.test.ts', 'script/**/*.test.ts'];

export default defineConfig({
  plugins: [boundaries()],
  test: {
    maxWorkers: 2,
    pool: 'forks',
    execArgv: ['--import', './src/server/loader.mjs'],
    env: { TZ: 'UTC', LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent' },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'test/house/**/*.test.ts'],
          exclude: withDatabase,
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          // Two test files share two cores with a database: one more try, and the report names what needed it.
          retry: 1,
          include: withDatabase,
          globalSetup: './src/server/testing/globalSetup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          // A browser on a busy machine: one more try, and the report names what needed it.
          retry: 1,
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['./test/e2e/globalSetup.mjs', './src/server/testing/globalSetup.ts'],
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
          fileParallelism: false,
          // Three times what the longest takes on two cores; one more try where the machine was busy.
          retry: 1,
          testTimeout: 150_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
