import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Start files of the account that runs the tests may be slow; tests of login shells name their own. */
const env = { SHELL: '/bin/sh' };

const electronFake = new URL('./tests/fakes/electron.ts', import.meta.url).pathname;

/** Tests that drive a browser, after a build of the app and of the stand-in for Electron. */
const browserTests = {
  env,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  globalSetup: ['scripts/lib/vitest-build.mjs'],
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          env,
          include: [
            'tests/requirements.test.ts',
            'tests/{shared,core,demo,cli,cases}/**/*.test.ts',
            'tests/host/unit/**/*.test.ts',
          ],
        },
      },
      { test: { name: 'architecture', include: ['tests/architecture.test.ts'] } },
      {
        resolve: { alias: { electron: electronFake } },
        test: { name: 'main', include: ['tests/main/**/*.test.ts'], setupFiles: ['tests/fakes/setup-electron.ts'] },
      },
      {
        plugins: [react()],
        // Queries by role are slow in jsdom, and the machine may be busy with other tests.
        test: {
          name: 'renderer',
          include: ['tests/renderer/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'integration',
          env,
          include: ['tests/host/**/*.test.ts'],
          exclude: ['tests/host/unit/**'],
          globalSetup: ['tests/host/support/build-entries.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      { test: { ...browserTests, name: 'e2e', include: ['tests/e2e/**/*.test.ts'], exclude: ['tests/e2e/shell/**'] } },
      // One file at a time: they are about windows, of which one has the focus.
      {
        test: { ...browserTests, name: 'shell', fileParallelism: false, include: ['tests/e2e/shell/**/*.test.ts'] },
      },
    ],
  },
});
