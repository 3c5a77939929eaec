import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { ended, freePorts } from './product.ts'
import { endsWithRun } from './run-end.ts'
import { until } from './wait.ts'

export interface Nats {
  readonly url: string
  start(): Promise<void>
  end(signal: NodeJS.Signals): Promise<void>
}

/** Debian puts it where an ordinary user's PATH does not look. */
const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/bin']

/** A message bus on a port of its own; undefined when this machine has no nats-server. */
export async function startNats(): Promise<Nats | undefined> {
  const program = folders.map((folder) => `${folder}/nats-server`).find(existsSync)
  if (!program) return undefined
  const [port = 0] = await freePorts(1)
  let child: ChildProcess | undefined
  const start = async () => {
    child = endsWithRun(spawn(program, ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' }))
    await until('nats-server listens', 30_000, () => listens(port))
  }
  await start()
  return { url: `nats://127.0.0.1:${port}`, start, end: (signal) => ended(child, signal) }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1')
    const end = (answer: boolean) => {
      probe.destroy()
      resolve(answer)
    }
    probe.once('connect', () => end(true)).once('error', () => end(false))
  })
}
