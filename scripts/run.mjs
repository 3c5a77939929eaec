// npm start, npm test and the rest begin here, on whatever Node the machine has: plain JavaScript, nothing imported that
// `npm install` would have to bring first.
import { buildBundles } from './run/bundles.mjs'
import { ensureInstalled } from './run/install.mjs'
import { findNode } from './run/node.mjs'
import { Trouble } from './run/trouble.mjs'
import { verbs } from './run/verbs.mjs'

const [name = 'start', ...args] = process.argv.slice(2)
try {
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  if (!verb)
    throw new Trouble(`没有这个命令：${name}`, `There is no such command: ${name}`, Object.keys(verbs).join(' '))
  await ensureInstalled()
  const node = findNode()
  if (verb.bundles(args)) await buildBundles(node)
  process.exitCode = await verb.run(node, args)
} catch (error) {
  if (!(error instanceof Trouble)) throw error
  console.error(error.message)
  process.exitCode = 1
}
