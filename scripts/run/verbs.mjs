import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runChild } from './child.mjs'
import { root } from './paths.mjs'
import { runTests, testsNeedBundles } from './tests.mjs'

const always = () => true
const never = () => false
const program = (main, bundles = never) => ({ bundles, run: (node, args) => runChild(node, [main, ...args]) })

/** What `npm start`, `npm test` and the others run once everything they need is there. With `leavesNothing` no process outlives it. */
export const verbs = {
  start: { bundles: always, run: start },
  dev: { bundles: always, run: dev },
  // named tests are wanted at once; journeys, which need the console, run only with all
  test: { bundles: testsNeedBundles, run: runTests, leavesNothing: true },
  check: { ...program('scripts/check/check.ts'), leavesNothing: true },
  bench: { ...program('bench/main.ts', always), leavesNothing: true },
  fleet: program('fleet/main.ts'),
}

/**
 * As server/node.json has it: a young generation of a fixed size; the collector can be called, which each thread does once after
 * the start; and memory outside the heap from two arenas. What each gains is measured in ADR 70.
 */
function start(node, args) {
  const { flags, env } = JSON.parse(readFileSync(join(root, 'server/node.json'), 'utf8'))
  return runChild(node, [...flags, 'server/main.ts', ...args], env)
}

/** The server starts again at every change; the console is served by Vite, which hands the API through. */
async function dev(node, args) {
  const codes = await Promise.all([
    runChild(node, ['--watch', '--watch-preserve-output', 'server/main.ts', ...args]),
    runChild(node, ['node_modules/vite/bin/vite.js', 'web', '--config', 'web/vite.config.ts']),
  ])
  return Math.max(...codes)
}
