import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'

// What a run of journeys or figures starts ends with it, however it ends.

const follow = pathToFileURL(join(import.meta.dirname, '../../scripts/run/follow-parent.mjs')).href

const left = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of left) child.kill('SIGTERM')
})

/** The process ends with the run, also when what began it was given up. */
export function endsWithRun<C extends ChildProcess>(child: C): C {
  left.add(child)
  child.once('exit', () => left.delete(child))
  return child
}

type Stream = 'ignore' | 'pipe' | 'inherit'

/** Starts one of our own programs as `npm start` does: it also ends when this process is killed. */
export function startProgram(
  args: readonly string[],
  {
    env = process.env,
    stdio = ['ignore', 'pipe', 'pipe'],
  }: { env?: NodeJS.ProcessEnv; stdio?: [Stream, Stream, Stream] } = {},
): ChildProcess {
  return endsWithRun(spawn(process.execPath, ['--import', follow, ...args], { env, stdio: [...stdio, 'ipc'] }))
}

/** A signal ends this process at once. The browser library has listeners of its own, with which SIGTERM alone ends nothing. */
export function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => process.exit(128 + constants.signals[signal]))
}
