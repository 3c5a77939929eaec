import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface BareServer {
  readonly port: number
  readonly pid: number
  ask<T>(order: string, more?: object): Promise<T>
  stop(): Promise<void>
}

/** The floor's own process: a bare WebSocket server with the product's certificates. */
export async function startBareServer(caDir: string, mode: 'idle' | 'copy', database = ''): Promise<BareServer> {
  const child: ChildProcess = fork(join(import.meta.dirname, '../floors/bare-ws-child.ts'), [caDir, mode, database], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    port,
    pid: child.pid as number,
    async ask<T>(order: string, more: object = {}) {
      const answer = once(child, 'message')
      child.send({ order, ...more })
      return (await answer)[0] as T
    },
    async stop() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
