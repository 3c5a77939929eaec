// Entry point of npm start, npm test and the others, for any version of Node: plain JavaScript that imports no package that
// `npm install` would have to install first.
import { buildBundles } from './run/bundles.mjs'
import { Ended, endingCode, handleSignals, runAside } from './run/child.mjs'
import { ensureInstalled } from './run/install.mjs'
import { endLeftovers, markRun } from './run/leftovers.mjs'
import { findNode } from './run/node.mjs'
import { Trouble } from './run/trouble.mjs'
import { verbs } from './run/verbs.mjs'

const [name = 'start', ...args] = process.argv.slice(2)
const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
async function clear() {
  if (!verb?.leavesNothing) return
  await endLeftovers()
  if (process.exitCode || endingCode()) runAside(findNode(), 'scripts/end-test-postgres.ts')
}
handleSignals(async (code) => {
  await clear()
  process.exit(code)
})
if (verb?.leavesNothing) markRun()
try {
  if (!verb)
    throw new Trouble(`没有这个命令：${name}`, `There is no such command: ${name}`, Object.keys(verbs).join(' '))
  await ensureInstalled()
  const node = findNode()
  if (verb.bundles(args)) await buildBundles(node)
  process.exitCode = await verb.run(node, args)
} catch (error) {
  if (error instanceof Ended) process.exitCode = error.code
  else if (endingCode()) process.exitCode = endingCode()
  else if (error instanceof Trouble) {
    console.error(error.message)
    process.exitCode = 1
  } else throw error
} finally {
  await clear()
}
