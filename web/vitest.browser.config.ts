import { defineConfig } from 'vitest/config'

/** Checks in a real browser: `npx vitest run -c web/vitest.browser.config.ts`. One after another: they measure. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.browser.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    fileParallelism: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
