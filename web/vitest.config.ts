import { defineConfig } from 'vitest/config';

// One project for each kind of test: units need nothing built, the others run what npm run build made.
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'], environment: 'node' } },
      { test: { name: 'node', include: ['test/node/**/*.test.ts'], environment: 'node', testTimeout: 60_000, hookTimeout: 60_000 } },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/browser/build-demo.ts'],
          environment: 'node',
          testTimeout: 90_000,
          hookTimeout: 90_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'adapters',
          include: ['test/sdk/**/*.test.ts'],
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'bundlers',
          include: ['test/bundlers/*.test.ts'],
          environment: 'node',
          testTimeout: 180_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          name: 'crash',
          include: ['test/crash/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000 + 60_000 * Number(process.env['TRIALS'] ?? 10),
          hookTimeout: 90_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
