import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // journeys have a runner of their own, browser tests a configuration beside the web
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', 'e2e/**', '**/*.browser.test.ts'],
    globalSetup: ['scripts/vitest-postgres.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
