import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runChild } from './child.mjs'
import { root } from './paths.mjs'
import { runTests, testsNeedBundles } from './tests.mjs'

const always = () => true
const never = () => false
const program = (main, bundles = never) => ({ bundles, run: (node, args) => runChild(node, [main, ...args]) })

/** The programs of `npm start`, `npm test` and the others, run after the installation. With `leavesNothing` no process outlives the run. */
export const verbs = {
  start: { bundles: always, run: start },
  dev: { bundles: always, run: dev },
  // named tests start at once; journeys, which need the console, run only with all tests
  test: { bundles: testsNeedBundles, run: runTests, leavesNothing: true },
  check: { ...program('scripts/check/check.ts'), leavesNothing: true },
  bench: { ...program('bench/main.ts', always), leavesNothing: true },
  fleet: program('fleet/main.ts'),
}

/**
 * Uses the options of server/node.json: a young generation of a fixed size, a callable garbage collector, which each thread runs once
 * after the start, and two arenas for memory outside the heap. ADR 70 has the measured gain of each.
 */
function start(node, args) {
  const { flags, env } = JSON.parse(readFileSync(join(root, 'server/node.json'), 'utf8'))
  return runChild(node, [...flags, 'server/main.ts', ...args], env)
}

/** The server restarts at every change; Vite serves the console and forwards the API. */
async function dev(node, args) {
  const codes = await Promise.all([
    runChild(node, ['--watch', '--watch-preserve-output', 'server/main.ts', ...args]),
    runChild(node, ['node_modules/vite/bin/vite.js', 'web', '--config', 'web/vite.config.ts']),
  ])
  return Math.max(...codes)
}
