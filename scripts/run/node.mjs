import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { modules } from './paths.mjs'
import { Trouble } from './trouble.mjs'

const WANTED = 24

/** The Node that npm installed for this platform, or the machine's own if it is new enough. Returns its path. */
export function findNode() {
  const { platform, arch } = process
  const packages = [`node-${platform === 'win32' ? 'win' : platform}-${arch}`, `node-bin-${platform}-${arch}`]
  const program = platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  const installed = packages.map((name) => join(modules, name, program)).find((path) => existsSync(path))
  // a package built for another C library is present but does not run
  if (installed && spawnSync(installed, ['--version']).status === 0) return installed
  if (Number.parseInt(process.versions.node) >= WANTED) return process.execPath
  throw new Trouble(
    `需要 Node ${WANTED} 或更新版本，本机为 ${process.version}（${platform}-${arch} 没有可用的安装包）`,
    `Node ${WANTED} or newer is needed; this is ${process.version}, and npm has none that runs on ${platform}-${arch}`,
  )
}
