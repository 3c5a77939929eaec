import { constants } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createHttps, type Server as HttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { type WebSocket, WebSocketServer } from 'ws'
import { guardServer, guardSocket, onUpgrade, openWebSocket } from '../../kernel/guard-socket.ts'
import type { AddressList } from '../../kernel/address.ts'
import type { Pki } from '../../kernel/pki.ts'
import { acceptedOf, addressOf, behindProxies } from '../../kernel/proxy-protocol.ts'
import { deviceCiphers } from '../../kernel/tls-ciphers.ts'
import { Admission } from './admission.ts'
import { collectSeldom } from './collect-seldom.ts'
import { count } from './counters.ts'
import type { Limits } from './limits.ts'

export type FrontPki = Pick<Pki, 'gatewayCert' | 'gatewayKey' | 'forAgents' | 'deviceCas' | 'onRenewed'>

export interface FrontHow {
  readonly host: string
  readonly port: number
  readonly pki: FrontPki
  readonly limits: Limits
  /** Whose connections begin with the PROXY protocol. */
  readonly proxies: AddressList
  /** Sockets that went through. */
  open(): number
  /** A WebSocket on which nothing was said yet; the certificate of `tls` is verified. `host`: the name it dialled, or ''. */
  onSocket(socket: WebSocket, tls: TLSSocket, host: string): void
  /** What greeting a WebSocket threw; its connection is ended. */
  onError(error: unknown): void
}

export interface Front {
  readonly port: number
  /** Called every second. */
  sweep(): void
  close(): void
}

const SUBPROTOCOL = 'ucentral-broker'

/** The door devices come through: TCP, admission, mutual TLS, HTTP upgrade. */
export async function openFront(how: FrontHow): Promise<Front> {
  const { pki, limits } = how
  const https = guardServer(
    createHttps({ ...tlsOf(pki), ...timesOf(limits), pauseOnConnect: true, maxHeaderSize: 8192 }),
  )
  const admission = admitTo(https, how)
  takeUpgrades(https, how)
  showToAgents(https, pki)
  const stopRenewal = pki.onRenewed(() => {
    https.setSecureContext(tlsOf(pki))
    showToAgents(https, pki)
  })
  await listening(https, how)
  return {
    port: (https.address() as AddressInfo).port,
    sweep: () => admission.tick(),
    close() {
      stopRenewal()
      https.close()
      admission.close()
    },
  }
}

/** Puts the admission between the accepted socket, which is not read before its turn, and what begins its handshake. */
function admitTo(https: HttpsServer, { limits, open, proxies }: FrontHow): Admission {
  const [begin] = https.listeners('connection') as ((this: HttpsServer, socket: Socket) => void)[]
  if (!begin) throw new Error('the TLS server of this Node version begins handshakes in another way')
  const admission = new Admission({
    bounds: limits,
    start: (socket) => begin.call(https, socket),
    open,
    onTurnedAway: () => count.turnedAway.inc(),
    onStorm: collectSeldom,
  })
  https.removeAllListeners('connection')
  https.on('connection', (socket: Socket) => admission.offer(guardSocket(socket), addressOf(socket)))
  behindProxies(https, proxies)
  // each handshake ends in exactly one of the two, also when the client hangs up or its certificate is refused
  const bearers = new Bearers(limits.perCertificate)
  https.on('secureConnection', (socket) => {
    admission.ended(acceptedOf(socket) as Socket)
    bearers.enter(socket)
  })
  https.on('tlsClientError', (_error, socket) => {
    admission.ended(acceptedOf(socket) as Socket)
    count.tlsRefused.inc()
  })
  return admission
}

/** Connections by their certificate, verified: who holds a key has a few, and never the whole door. */
class Bearers {
  private readonly open = new Map<string, Set<TLSSocket>>()
  private readonly most: number

  constructor(most: number) {
    this.most = most
  }

  enter(socket: TLSSocket): void {
    const key = socket.getPeerX509Certificate()?.fingerprint256 ?? ''
    const own = this.open.get(key) ?? new Set()
    const [oldest] = own
    if (oldest && own.size >= this.most) {
      own.delete(oldest)
      oldest.destroy()
    }
    this.open.set(key, own.add(socket))
    socket.once('close', () => {
      if (own.delete(socket) && own.size === 0 && this.open.get(key) === own) this.open.delete(key)
    })
  }
}

/** Beside an operator's certificate; choosing by name costs each handshake something, so only then. */
function showToAgents(https: HttpsServer, pki: FrontPki): void {
  const { serverName, certificate, key } = pki.forAgents
  if (certificate !== pki.gatewayCert) https.addContext(serverName, tlsOf(pki, { certificate, key }))
}

/** Tickets off: devices do not use them, and each costs the gateway about a seventh of a handshake. */
function tlsOf(pki: FrontPki, shown = { certificate: pki.gatewayCert, key: pki.gatewayKey }) {
  return {
    cert: shown.certificate,
    key: shown.key,
    ca: [...pki.deviceCas],
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2' as const,
    ciphers: deviceCiphers,
    secureOptions: constants.SSL_OP_NO_TICKET,
  }
}

const timesOf = ({ upgradeMs }: Limits) => ({
  handshakeTimeout: upgradeMs,
  headersTimeout: upgradeMs,
  requestTimeout: upgradeMs,
  connectionsCheckingInterval: Math.max(50, upgradeMs / 5),
  keepAliveTimeout: 1000,
})

function upgradesOf(limits: Limits): WebSocketServer {
  // named first: the type of the options does not know closeTimeout yet
  const options = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.maxPayload,
    maxFragments: limits.maxFragments,
    closeTimeout: limits.closeMs,
    // who asks for ours gets it named, who asks for none or another is taken all the same
    handleProtocols: (asked: Set<string>) => (asked.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  }
  return new WebSocketServer(options)
}

function takeUpgrades(https: HttpsServer, { limits, onSocket, onError }: FrontHow): void {
  const upgrades = upgradesOf(limits)
  const take = (request: IncomingMessage, socket: Duplex, head: Buffer) =>
    openWebSocket(upgrades, [request, socket, head], (ws) => onSocket(ws, socket as TLSSocket, hostOf(request)))
  onUpgrade(https, take, onError)
  https.on('request', (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(426, { connection: 'close', 'content-length': 0 }).end()
  })
}

/** What a client dialled, as it says itself: a name or an IPv4 address, short enough for the buffers of switches. */
function hostOf({ headers: { host = '' } }: IncomingMessage): string {
  return /^([0-9A-Za-z][0-9A-Za-z.-]{0,62})(?::\d{1,5})?$/.exec(host)?.[1] ?? ''
}

function listening(https: HttpsServer, { host, port }: FrontHow): Promise<void> {
  return new Promise((resolve, reject) => {
    https.once('error', reject)
    https.listen({ host, port, backlog: 4096 }, () => {
      https.off('error', reject)
      https.on('error', () => count.acceptErrors.inc())
      resolve()
    })
  })
}
