import { existsSync, readFileSync, rmSync } from 'node:fs'
import { runChild } from './child.mjs'
import { inCache } from './paths.mjs'

/** `--pictures DIR`: no test, but what people look at. */
const pictures = '--pictures'

/** True when the console must be built first. */
export const testsNeedBundles = (args) => args.length === 0 || args[0] === pictures

/** Everything, or with arguments what vitest makes of them. The last line says how many passed and failed. */
export async function runTests(node, args) {
  if (args[0] === pictures) return runChild(node, ['e2e/pictures.ts', ...args.slice(1)])
  const total = { passed: 0, failed: 0 }
  const add = (result) => {
    total.passed += result.passed
    total.failed += result.failed
  }
  add(await runVitest(node, args))
  if (args.length === 0) {
    add(await runVitest(node, ['-c', 'web/vitest.browser.config.ts']))
    add(await runBudgets(node))
    add(await runJourneys(node))
  }
  console.log(`${total.passed} passed, ${total.failed} failed`)
  return total.failed > 0 || total.passed === 0 ? 1 : 0
}

async function runVitest(node, args) {
  const file = inCache('vitest.json')
  rmSync(file, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await runChild(node, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args])
  const { numPassedTests: passed, numFailedTests: failed } = readResult(file, { numPassedTests: 0, numFailedTests: 0 })
  // a file that does not load has no tests to count
  return { passed, failed: failed || (code === 0 ? 0 : 1) }
}

/** What the console weighs, of the bundle that was just built: one test. */
async function runBudgets(node) {
  const failed = (await runChild(node, ['web/budget.ts'])) === 0 ? 0 : 1
  return { passed: 1 - failed, failed }
}

/** The journeys write `{passed, failed}` to the file that BELVEDERE_RESULT_FILE names. */
async function runJourneys(node) {
  const file = inCache('journeys.json')
  rmSync(file, { force: true })
  const code = await runChild(node, ['e2e/run.ts'], { BELVEDERE_RESULT_FILE: file })
  const { passed, failed } = readResult(file, { passed: 0, failed: 0 })
  return { passed, failed: failed || (code === 0 ? 0 : 1) }
}

function readResult(file, otherwise) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : otherwise
}
