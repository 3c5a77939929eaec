import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AddressList } from '../../base/edge/address.ts'
import { crowdOf } from '../../base/edge/crowd.ts'
import type { RunningGateway } from '../../devices/gateway.ts'
import { guardServer } from '../../base/edge/guard-socket.ts'
import type { System } from '../../kernel/implement.ts'
import { addressOf, behindProxies } from '../../base/edge/proxy-protocol.ts'
import { countRate } from '../../base/edge/rate.ts'
import { serveOneTime } from '../../devices/transfer/serve.ts'

/** Connections from one address and in total: a campaign upgrades at most 500 devices at a time. */
const CROWD = { idle: 16, each: 500, all: 1000 }

/** Plain HTTP: one-time paths only. */
export async function openListener(system: System): Promise<RunningGateway> {
  const { config } = system
  const rate = countRate()
  const server = guardServer(
    createServer(
      { headersTimeout: 10_000, requestTimeout: 300_000, keepAliveTimeout: 2000, maxHeaderSize: 4096 },
      (request, reply) => {
        request.on('error', () => reply.destroy())
        void serveOneTime(system, rate, [request, reply], { address: addressOf(request.socket), plain: true })
      },
    ),
  )
  crowdOf(server, CROWD, () => false)
  behindProxies(server, new AddressList(config['device-proxy']))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config['file-port'], config.host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      // running requests may end; slow connections are closed
      const cut = setTimeout(() => server.closeAllConnections(), 3000)
      await closed
      clearTimeout(cut)
    },
  }
}
