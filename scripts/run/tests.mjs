import { existsSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { runChild } from './child.mjs'
import { inCache } from './paths.mjs'

/** `--pictures DIR`: runs no test, but makes pictures of the pages. */
const pictures = '--pictures'

/** True if the console must be built first. */
export const testsNeedBundles = (args) => args.length === 0 || args[0] === pictures

/** Runs all tests, or vitest with the arguments. The last lines name the failed tests and give the numbers of passed and failed ones. */
export async function runTests(node, args) {
  if (args[0] === pictures) return runChild(node, ['e2e/pictures.ts', ...args.slice(1)])
  const total = { passed: 0, failed: 0, names: [] }
  const add = ({ passed, failed, names = [] }) => {
    total.passed += passed
    total.failed += failed
    total.names.push(...names)
  }
  if (args.length > 0) add(await runVitest(node, args))
  else {
    add(await runVitest(node, []))
    add(await runVitest(node, ['-c', 'web/vitest.browser.config.ts']))
    add(await runBudgets(node))
    add(await runJourneys(node))
  }
  for (const name of total.names) console.log(`failed: ${String(name)}`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  return total.failed > 0 || total.passed === 0 ? 1 : 0
}

async function runVitest(node, args) {
  const file = inCache('vitest.json')
  rmSync(file, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await runChild(node, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args])
  const {
    numPassedTests,
    numFailedTests,
    testResults = [],
  } = readResult(file, { numPassedTests: 0, numFailedTests: 0 })
  const files = testResults.filter(({ status }) => status === 'failed')
  return resultOf({ code, passed: numPassedTests, failed: numFailedTests, files })
}

/** A file that does not load counts as one failed test, as does an error outside of all tests. */
function resultOf({ code, passed, failed, files }) {
  const names = files.flatMap(({ name, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const tests = assertionResults.filter(({ status }) => status === 'failed')
    return tests.length > 0 ? tests.map(({ fullName }) => `${file} ${fullName}`) : [file]
  })
  if (code !== 0 && names.length === 0) names.push('an error outside of the tests: see above')
  return { passed, failed: failed || (code === 0 ? 0 : 1), names }
}

/** Checks the size of the console's bundle: one test. */
async function runBudgets(node) {
  const failed = (await runChild(node, ['web/budget.ts'])) === 0 ? 0 : 1
  return { passed: 1 - failed, failed, names: failed ? ['web/budget.ts'] : [] }
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
