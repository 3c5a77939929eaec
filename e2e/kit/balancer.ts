import { connect, createServer, type Socket } from 'node:net'

/** What stands in front of several gateways: it passes connections on by turns. */
export interface Balancer {
  readonly port: number
  /** Gateways that are found to answer, by their ports; new connections go to no other. */
  answering: number[]
  close(): Promise<void>
}

export async function startBalancer(gateways: readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>()
  let turn = 0
  const server = createServer((device) => {
    const port = balancer.answering[turn++ % Math.max(1, balancer.answering.length)]
    if (port === undefined) return void device.destroy()
    const gateway = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [device, gateway],
      [gateway, device],
    ] as const) {
      open.add(one)
      one.setNoDelay(true)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.once('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const balancer: Balancer = {
    port: (server.address() as { port: number }).port,
    answering: [...gateways],
    async close() {
      for (const one of open) one.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return balancer
}
