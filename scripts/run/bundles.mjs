import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { passSignals } from './child.mjs'
import { withLock } from './lock.mjs'
import { inCache, root } from './paths.mjs'
import { withProgress } from './progress.mjs'
import { Trouble } from './trouble.mjs'

/** The bundles that are built before the server starts: source folders, result, and program. */
const bundles = [
  {
    name: 'web',
    words: ['正在构建控制台', 'building the console'],
    from: ['web', 'contract', 'pure'],
    into: 'web/dist/index.html',
    command: ['node_modules/vite/bin/vite.js', 'build', 'web', '--config', 'web/vite.config.ts', '--logLevel', 'error'],
  },
  {
    name: 'agent',
    words: ['正在构建设备代理', 'building the device agent'],
    from: ['agent', 'contract', 'pure'],
    into: 'agent/dist/agent.mjs',
    command: ['agent/bundle.ts'],
  },
]

/** Builds the bundles that do not exist or whose sources have changed. */
export async function buildBundles(node) {
  for (const bundle of bundles) await withLock(bundle.name, () => buildIfChanged(bundle, node))
}

async function buildIfChanged(bundle, node) {
  const stamp = inCache(`built-${bundle.name}`)
  const sources = hashOf(bundle.from)
  const isBuilt = existsSync(join(root, bundle.into)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources
  if (isBuilt) return
  await withProgress(...bundle.words, () => run(node, bundle))
  writeFileSync(stamp, sources)
}

function run(node, { name, command }) {
  return new Promise((resolve, reject) => {
    const child = execFile(node, command, { cwd: root, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      if (error) reject(new Trouble(`构建失败：${name}`, `building ${name} failed`, `${stdout}${stderr}`.slice(-4000)))
      else resolve()
    })
    passSignals(child)
  })
}

const isSource = (path) => !/(^|[/\\])(node_modules|dist)([/\\]|$)/.test(path) && !/\.test\.tsx?$/.test(path)

function hashOf(folders) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  for (const folder of folders) {
    const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    for (const file of files
      .map((path) => path.slice(root.length + sep.length))
      .filter(isSource)
      .sort()) {
      hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
    }
  }
  return hash.digest('hex')
}
