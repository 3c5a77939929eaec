import { constants } from 'node:crypto'
import type { AddressInfo, Socket } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { AddressList } from '../../base/edge/address.ts'
import { Crowd } from '../../base/edge/crowd.ts'
import { deviceDisconnected } from '../../devices/device-link.ts'
import { eventSubject } from '../../kernel/event.ts'
import { defineGateway, type Gateway } from '../../devices/gateway.ts'
import { guardServer } from '../../base/edge/guard-socket.ts'
import type { System } from '../../kernel/implement.ts'
import type { Pki } from '../../base/keys/pki.ts'
import { behindProxies } from '../../base/edge/proxy-protocol.ts'
import { deviceCiphers } from '../../base/edge/tls-ciphers.ts'
import { RttyConnection } from './line.ts'

/** Connections that are not registered yet, from one address; including those with a terminal; in total. */
const CROWD = { idle: 32, each: 256, all: 512 }
const HANDSHAKE = 15_000

/** A certificate that is presented must be valid; programs without certificate support authenticate by token alone. */
const tlsOf = ({ gatewayCert, gatewayKey, deviceCas }: Pki) => ({
  cert: gatewayCert,
  key: gatewayKey,
  ca: [...deviceCas],
  requestCert: true,
  rejectUnauthorized: false,
  minVersion: 'TLSv1.2' as const,
  ciphers: deviceCiphers,
  secureOptions: constants.SSL_OP_NO_TICKET,
})

/** Stock devices connect here after the command to open a terminal. */
export const rtty: Gateway<System> = defineGateway<System>({
  name: 'rtty',
  async start({ bus, config }, { pki }) {
    const lines = new Set<RttyConnection>()
    const crowd = new Crowd(CROWD)
    const server = guardServer(createServer({ ...tlsOf(pki), handshakeTimeout: HANDSHAKE }))
    server.on('connection', (socket: Socket) => crowd.enter(socket))
    behindProxies(server, new AddressList(config['device-proxy']))
    server.on('tlsClientError', (_error, socket) => socket.destroy())
    server.on('secureConnection', (socket) => {
      const shown = shownBy(socket)
      if (shown === 'wrong') return void socket.destroy()
      socket.setNoDelay(true)
      const line: RttyConnection = new RttyConnection({
        bus,
        socket,
        name: shown.name,
        onGranted: () => crowd.begin(socket),
        onEnd: () => lines.delete(line),
      })
      lines.add(line)
    })
    const stops = [
      pki.onRenewed(() => server.setSecureContext(tlsOf(pki))),
      bus.subscribe(eventSubject(deviceDisconnected.name), (left: { device_id: number; session: string }) => {
        for (const line of lines) line.left(left)
      }),
    ]
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(config['shell-port'], config.host, resolve)
    })
    return {
      port: (server.address() as AddressInfo).port,
      async stop() {
        for (const one of stops) one()
        const closed = new Promise((resolve) => server.close(resolve))
        for (const line of lines) line.end()
        await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 3000).unref())])
      },
    }
  },
})

function shownBy(socket: TLSSocket): { name?: string } | 'wrong' {
  const certificate = socket.getPeerX509Certificate()
  if (!certificate) return {}
  const name = /^CN=(.*)$/m.exec(certificate.subject)?.[1]
  return socket.authorized && name !== undefined ? { name } : 'wrong'
}
