import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { passSignals } from './child.mjs'
import { withLock } from './lock.mjs'
import { modules, root } from './paths.mjs'
import { withProgress } from './progress.mjs'
import { Trouble } from './trouble.mjs'
import { writeByRename } from './write-by-rename.mjs'

const stamp = join(modules, '.belvedere-installed')

/** The stamp of a current installation: of this lockfile on this platform. */
function wanted() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex')
}

const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted()

/** Installs the packages of package-lock.json if that has not been done; no script of a package is run. */
export async function ensureInstalled() {
  if (isInstalled()) return
  await withLock('install', async () => {
    if (isInstalled()) return
    await withProgress('正在安装依赖', 'installing dependencies', install)
    writeByRename(stamp, wanted())
  }).catch((error) => {
    if (!['EACCES', 'EROFS', 'EPERM'].includes(error.code)) throw error
    throw new Trouble(
      `无权写入 ${root}，请由其所有者先运行一次 npm start`,
      `${root} cannot be written; let its owner run npm start once`,
      error.message,
    )
  })
}

// development tools are needed too, whatever NODE_ENV is: the console is built here
const args = [
  'install',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--no-save',
  '--include=dev',
  '--include=optional',
  '--loglevel=error',
]

async function install() {
  const npm = process.env.npm_execpath
  const [file, all] = npm?.endsWith('.js') ? [process.execPath, [npm, ...args]] : ['npm', args]
  const { code, output } = await new Promise((resolve) => {
    const child = passSignals(
      spawn(file, all, {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        shell: process.platform === 'win32' && file === 'npm',
      }),
    )
    let output = ''
    const keep = (text) => (output = (output + text).slice(-4000))
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => resolve({ code, output }))
  })
  if (code === 0) return
  throw new Trouble(
    '依赖安装失败，请检查网络或 npm 镜像设置后重试',
    'npm install failed; check the network or the registry setting, then try again',
    output,
  )
}
