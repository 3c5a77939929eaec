import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inCache, root } from './paths.mjs'

const follow = pathToFileURL(join(root, 'scripts/run/follow-parent.mjs')).href
const REPEAT_MS = 500
const ORPHAN_MS = 250

/**
 * Runs a program to its end and returns its exit code. It has a process group of its own, so that Ctrl-C, which a terminal
 * sends to everybody and npm sends once more, reaches it exactly once: through us. It ends when we are killed. npm passes SIGTERM
 * to its shell alone, which dies of it and leaves us behind: then the program is asked to end as well.
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
  if (process.env.npm_lifecycle_event) whenOrphaned(() => pass('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}

/** By hand a program may outlive its shell (nohup); a shell of npm waits for us, so without it npm was ended. */
function whenOrphaned(end) {
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    end()
  }, ORPHAN_MS).unref()
}
