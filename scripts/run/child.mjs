import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { constants } from 'node:os'
import { pathToFileURL } from 'node:url'
import { inCache, root } from './paths.mjs'

const follow = pathToFileURL(join(root, 'scripts/run/follow-parent.mjs')).href
const REPEAT_MS = 500
const ORPHAN_MS = 250

/** A signal ended this run: no further program is started. `code` is the exit code. */
export class Ended extends Error {
  constructor(code) {
    super('ended by a signal')
    this.code = code
  }
}

const running = new Set()
let ending
let last = 0

const codeOf = (signal) => 128 + constants.signals[signal]

/** The exit code of a run that was ended by a signal. */
export const endingCode = () => ending && codeOf(ending)

/** Ctrl-C reaches all processes of the terminal's process group, and npm sends it again: each program receives it once. */
function pass(signal, end) {
  const isFirst = !ending
  const repeated = Date.now() - last < REPEAT_MS
  last = Date.now()
  ending ??= signal
  if (!repeated) for (const child of running) child.kill(signal)
  if (isFirst && running.size === 0) end(codeOf(signal))
}

/** Passes signals of this process on to a program while it runs. */
export function passSignals(child) {
  running.add(child)
  child.once('exit', () => running.delete(child))
  child.once('error', () => running.delete(child))
  return child
}

/**
 * From now on signals are passed on; `end` gets the exit code when no program runs. npm passes SIGTERM only to its shell, which ends
 * and leaves this process without a parent: that counts as a signal.
 */
export function handleSignals(end) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => pass(signal, end))
  if (process.env.npm_lifecycle_event) whenOrphaned(() => pass('SIGTERM', end))
}

/**
 * Runs a program to its end and returns its exit code; throws `Ended` when a signal ended it. The program has a separate process
 * group, so that a signal reaches it exactly once, through this process. It ends when this process is killed.
 */
export function runChild(node, args, env = {}) {
  if (ending) return Promise.reject(new Ended(codeOf(ending)))
  const child = passSignals(
    spawn(node, ['--import', follow, ...args], {
      cwd: root,
      detached: process.platform !== 'win32',
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? inCache('compile'), ...env },
    }),
  )
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      const result = code ?? codeOf(signal)
      if (ending) reject(new Ended(result))
      else resolve(result)
    })
  })
}

/** Runs a short program to its end, even after a signal has ended this run. */
export function runAside(node, ...args) {
  spawnSync(node, args, { cwd: root, stdio: 'inherit' })
}

/** A program started by hand may outlive its shell (nohup); the shell of npm waits for this process, so it disappears only when npm ends. */
function whenOrphaned(end) {
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    end()
  }, ORPHAN_MS).unref()
}
