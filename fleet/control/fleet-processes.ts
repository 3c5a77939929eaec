import { type ChildProcess, fork } from 'node:child_process'
import type { ControlRequest, FleetControl } from './fleet-control.ts'

interface ProcessRequest {
  resolve(value: unknown): void
  reject(problem: Error): void
}

interface ProcessAnswer {
  id: number
  value?: unknown
  error?: string
}

/** Assigns sites to a child process. */
export const shareVariable = 'BELVEDERE_FLEET_SHARE'

/** Starts `count` processes of this program, each with its share of the sites. */
export function startProcesses(
  count: number,
  args: readonly string[],
): { control: FleetControl; child: ChildProcess }[] {
  return Array.from({ length: count }, (_, index) => {
    const child = fork(new URL('../main.ts', import.meta.url), [...args], {
      env: { ...process.env, [shareVariable]: `${index}/${count}` },
    })
    return { control: controlOfChild(child), child }
  })
}

function controlOfChild(child: ChildProcess): FleetControl {
  const questions = new Map<number, ProcessRequest>()
  let last = 0
  child.on('message', (message: ProcessAnswer) => {
    const question = questions.get(message.id)
    questions.delete(message.id)
    if (message.error === undefined) question?.resolve(message.value)
    else question?.reject(new Error(message.error))
  })
  child.on('exit', () => {
    for (const { reject } of questions.values()) reject(new Error('the process ended'))
    questions.clear()
  })
  const ask = (what: ControlRequest['what'], ...args: unknown[]): Promise<never> =>
    new Promise((resolve, reject) => {
      const id = ++last
      questions.set(id, { resolve: resolve as ProcessRequest['resolve'], reject })
      child.send({ id, what, args }, (problem) => problem && reject(problem))
    })
  return {
    status: () => ask('status'),
    devices: () => ask('devices'),
    running: (serial) => ask('running', serial),
    breakDown: (request) => ask('breakDown', request),
    faults: () => ask('faults'),
    mend: (id) => ask('mend', id),
  }
}

/** In a child: answers the parent's requests, and ends when the parent has ended. */
export function answerParent(control: FleetControl, end: () => void): void {
  process.on('message', async ({ id, what, args }: ControlRequest & { id: number }) => {
    const run = control[what] as (...values: unknown[]) => Promise<unknown>
    const answer: ProcessAnswer = await run(...args).then(
      (value) => ({ id, value }),
      (problem: Error) => ({ id, error: problem.message }),
    )
    process.send?.(answer)
  })
  process.once('disconnect', end)
}
