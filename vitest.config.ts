import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // journeys have a separate runner, browser tests a separate configuration in web/
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', 'e2e/**', '**/*.browser.test.ts'],
    globalSetup: ['scripts/vitest-postgres.ts'],
    pool: 'forks',
    maxWorkers: 2,
    setupFiles: ['scripts/vitest-waits.ts'],
    // limits only end tests that hang: one machine may be many times slower than another
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
