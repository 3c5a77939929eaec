import { startSideProcess } from './side-process.ts'

export interface BareServer {
  readonly port: number
  readonly pid: number
  ask<T>(order: string, more?: object): Promise<T>
  stop(): Promise<void>
}

/** The process of the floor: a bare WebSocket server with the product's certificates. */
export async function startBareServer(caDir: string, mode: 'idle' | 'copy', database = ''): Promise<BareServer> {
  const helper = startSideProcess('floors/bare-ws-child.ts', caDir, mode, database)
  const { port } = await helper.message<{ port: number }>()
  return {
    port,
    pid: helper.pid,
    ask<T>(order: string, more: object = {}) {
      const answer = helper.message<T>()
      helper.send({ order, ...more })
      return answer
    },
    stop: () => helper.stop(),
  }
}
