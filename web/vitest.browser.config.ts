import { defineConfig } from 'vitest/config'

/**
 * Tests in a browser: `npx vitest run -c web/vitest.browser.config.ts`. They run one after another because they
 * measure times.
 */
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
