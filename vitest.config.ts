import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // journeys have a runner of their own, browser tests a configuration beside the web
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', 'e2e/**', '**/*.browser.test.ts'],
    globalSetup: ['scripts/vitest-postgres.ts'],
    pool: 'forks',
    maxWorkers: 2,
    setupFiles: ['scripts/vitest-waits.ts'],
    // bounds are for what hangs: a machine may be many times slower than another one
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
