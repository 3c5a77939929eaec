import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inCache, root } from './paths.mjs'

const follow = pathToFileURL(join(root, 'scripts/run/follow-parent.mjs')).href
const REPEAT_MS = 500

/**
 * Runs a program to its end and returns its exit code. It has a process group of its own, so that Ctrl-C, which a terminal
 * sends to everybody and npm sends once more, reaches it exactly once: through us. It ends when we are killed.
 */
export function runChild(node, args, env = {}) {
  const child = spawn(node, ['--import', follow, ...args], {
    cwd: root,
    detached: process.platform !== 'win32',
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? inCache('compile'), ...env },
  })
  let last = 0
  const pass = (signal) => {
    if (Date.now() - last > REPEAT_MS) child.kill(signal)
    last = Date.now()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}
