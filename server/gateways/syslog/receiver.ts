import { constants } from 'node:crypto'
import { createSocket, type Socket as Datagrams } from 'node:dgram'
import { createServer as createPlainServer, type AddressInfo, isIPv6, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { plainAddress } from '../../base/edge/address.ts'
import type { Bus } from '../../base/bus/bus.ts'
import { Crowd } from '../../base/edge/crowd.ts'
import { gatewayPortSubject, type RunningGateway } from '../../devices/gateway.ts'
import { guardServer } from '../../base/edge/guard-socket.ts'
import type { Pki } from '../../base/keys/pki.ts'
import { deviceCiphers } from '../../base/edge/tls-ciphers.ts'
import { SyslogFrames } from './frames.ts'
import type { SyslogLimits } from './limits.ts'
import type { Senders } from './senders.ts'

export interface ReceiverOptions {
  host: string
  /** UDP and TCP. */
  port: number
  tlsPort: number
  pki: Pki
  senders: Senders
  limits: SyslogLimits
  bus: Bus
}

/** Listens on one port for UDP and TCP, and on another for TLS, with the certificate that devices know. */
export async function openReceiver(options: ReceiverOptions): Promise<RunningGateway> {
  const { host, pki, limits, senders, bus } = options
  const crowd = new Crowd(limits.crowd)
  const sockets = new Set<Socket>()
  const take = (socket: Socket) => readStream(socket, options, sockets)
  const plain = guardServer(createPlainServer())
  plain.on('connection', (socket: Socket) => {
    crowd.enter(socket)
    take(socket)
  })
  const tls = guardServer(createTlsServer({ ...tlsOf(pki), handshakeTimeout: limits.handshakeMs }))
  tls.on('connection', (socket: Socket) => crowd.enter(socket))
  tls.on('tlsClientError', (_error, socket) => socket.destroy())
  tls.on('secureConnection', take)
  const stopRenewing = pki.onRenewed(() => tls.setSecureContext(tlsOf(pki)))
  const datagrams = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4', recvBufferSize: limits.held })
  datagrams.on('message', (bytes, from) => senders.take(bytes, plainAddress(from.address)))
  // errors of bind are reported; an error of a datagram concerns only its sender
  datagrams.on('error', () => {})
  const stop = async () => {
    stopRenewing()
    senders.stop()
    for (const socket of sockets) socket.destroy()
    await Promise.all([closed(plain), closed(tls), new Promise<void>((resolve) => closeDatagrams(datagrams, resolve))])
  }
  try {
    await listening(plain, options.port, host)
    const { port } = plain.address() as AddressInfo
    await bound(datagrams, port, host)
    await listening(tls, options.tlsPort, host)
    bus.serve(gatewayPortSubject('syslog-tls'), async () => (tls.address() as AddressInfo).port)
    return { port, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const tlsOf = ({ gatewayCert, gatewayKey }: Pki) => ({
  cert: gatewayCert,
  key: gatewayKey,
  minVersion: 'TLSv1.2' as const,
  ciphers: deviceCiphers,
  secureOptions: constants.SSL_OP_NO_TICKET,
})

function readStream(socket: Socket, { senders, limits }: ReceiverOptions, sockets: Set<Socket>): void {
  const address = plainAddress(socket.remoteAddress ?? '')
  const frames = new SyslogFrames(limits)
  const take = (message: Buffer) => senders.take(message, address)
  sockets.add(socket)
  socket.setTimeout(limits.idleMs, () => socket.destroy())
  socket.on('data', (bytes: Buffer) => {
    if (!frames.push(bytes, take)) socket.destroy()
  })
  socket.on('end', () => frames.end(take))
  socket.on('close', () => sockets.delete(socket))
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
}

function bound(socket: Datagrams, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(port, host, resolve)
  })
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

function closeDatagrams(socket: Datagrams, done: () => void): void {
  try {
    socket.close(done)
  } catch {
    // it was never bound
    done()
  }
}
