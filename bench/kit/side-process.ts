import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { startProgram } from '@belvedere/e2e/kit/run-end.ts'

/** A process that serves a figure: a floor, or a client of the product. It ends with the run. */
export interface SideProcess {
  readonly pid: number
  send(order: object): void
  /** The next message; fails when the process ends first. */
  message<T>(): Promise<T>
  /** Passes on every message until the process ends, then the reason of the end. */
  hear(take: (message: never) => void, ended: (why: Error) => void): void
  stop(): Promise<void>
}

/** `file`: beside `bench/kit`, such as `floors/bare-ws-child.ts`. */
export function startSideProcess(file: string, ...args: string[]): SideProcess {
  const path = join(import.meta.dirname, '..', file)
  const child = startProgram([path, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  return {
    pid: child.pid as number,
    send: (order) => void child.send(order, () => {}),
    message: <T>() =>
      new Promise<T>((resolve, reject) => {
        const hear = (message: unknown) => {
          child.off('exit', end)
          resolve(message as T)
        }
        const end = () => {
          child.off('message', hear)
          reject(endOf(file, child))
        }
        if (hasEnded(child)) return end()
        child.once('message', hear)
        child.once('exit', end)
      }),
    hear(take, ended) {
      child.on('message', (message) => take(message as never))
      child.once('exit', () => ended(endOf(file, child)))
    },
    async stop() {
      if (hasEnded(child)) return
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
    },
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

const endOf = (file: string, { exitCode, signalCode }: ChildProcess) =>
  new Error(`${file} ended with ${signalCode ?? exitCode}`)
