import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const electronFake = new URL('./tests/fakes/electron.ts', import.meta.url).pathname;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/{architecture,requirements}.test.ts', 'tests/{shared,core,demo,cli,cases}/**/*.test.ts', 'tests/host/unit/**/*.test.ts'],
        },
      },
      {
        resolve: { alias: { electron: electronFake } },
        test: { name: 'main', include: ['tests/main/**/*.test.ts'], setupFiles: ['tests/fakes/setup-electron.ts'] },
      },
      {
        plugins: [react()],
        test: { name: 'renderer', include: ['tests/renderer/**/*.test.{ts,tsx}'], environment: 'jsdom' },
      },
      {
        test: { name: 'integration', include: ['tests/host/**/*.test.ts'], exclude: ['tests/host/unit/**'], testTimeout: 30_000, hookTimeout: 30_000 },
      },
    ],
  },
});
