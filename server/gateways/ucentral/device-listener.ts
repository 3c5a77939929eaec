import { constants } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createHttps, type Server as HttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createSecureContext, type SecureContext, type TLSSocket } from 'node:tls'
import { type WebSocket, WebSocketServer } from 'ws'
import { guardServer, guardSocket, onUpgrade, openWebSocket } from '../../base/edge/guard-socket.ts'
import type { AddressList } from '../../base/edge/address.ts'
import type { CertificateNames } from '../../devices/door-link.ts'
import type { Pki } from '../../base/keys/pki.ts'
import { acceptedOf, addressOf, behindProxies } from '../../base/edge/proxy-protocol.ts'
import { deviceCiphers } from '../../base/edge/tls-ciphers.ts'
import { Admission } from './admission.ts'
import { namesOf } from './certificate.ts'
import type { DialIdentity } from './connection.ts'
import { collectSeldom } from './collect-seldom.ts'
import { count } from './counters.ts'
import type { GatewayLimits } from './limits.ts'
import { reasonOfCertificate, reasonOfTrouble } from './refusal/refusal-reason.ts'
import type { Refusals } from './refusal/refusals.ts'

export type DeviceListenerPki = Pick<
  Pki,
  'gatewayCert' | 'gatewayKey' | 'forAgents' | 'deviceCas' | 'expiredIssuers' | 'onRenewed'
>

export interface DeviceListenerOptions {
  readonly host: string
  readonly port: number
  readonly pki: DeviceListenerPki
  readonly limits: GatewayLimits
  /** Whose connections begin with the PROXY protocol. */
  readonly proxies: AddressList
  readonly refusals: Refusals
  /** Sockets that went through. */
  open(): number
  /** A WebSocket on which nothing was said yet; the certificate of `tls` is verified. */
  onSocket(socket: WebSocket, tls: TLSSocket, dialled: DialIdentity): void
  /** What greeting a WebSocket threw; its connection is ended. */
  onError(error: unknown): void
}

export interface DeviceListener {
  readonly port: number
  /** Called every second. */
  sweep(): void
  close(): void
}

/** Connections that were let in and have made no request yet, with the names of their certificate. */
type Unheard = Map<TLSSocket, CertificateNames>

const SUBPROTOCOL = 'ucentral-broker'

/** The door devices come through: TCP, admission, mutual TLS, HTTP upgrade. */
export async function openDeviceListener(how: DeviceListenerOptions): Promise<DeviceListener> {
  const { pki, limits } = how
  const https = guardServer(
    createHttps({ ...tlsOf(pki), ...timesOf(limits), pauseOnConnect: true, maxHeaderSize: 8192 }),
  )
  const unheard: Unheard = new Map()
  const admission = admitTo(https, how, unheard)
  takeUpgrades(https, how, unheard)
  show(https, pki)
  const stopRenewal = pki.onRenewed(() => show(https, pki))
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
function admitTo(https: HttpsServer, how: DeviceListenerOptions, unheard: Unheard): Admission {
  const { limits, open, proxies, pki, refusals } = how
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
  // each handshake ends in exactly one of the two, also when the client hangs up
  const bearers = new Bearers(limits.perCertificate, (socket) => {
    const names = unheard.get(socket)
    if (unheard.delete(socket)) refusals.note('left', addressOf(acceptedOf(socket)), names)
  })
  const [serve] = https.listeners('secureConnection') as ((this: HttpsServer, socket: TLSSocket) => void)[]
  if (!serve) throw new Error('the TLS server of this Node version begins HTTP in another way')
  https.removeAllListeners('secureConnection')
  https.on('secureConnection', (socket) => {
    admission.ended(acceptedOf(socket) as Socket)
    const certificate = socket.getPeerX509Certificate()
    const names = namesOf(certificate)
    const reason = reasonOfCertificate(socket, certificate, pki.expiredIssuers)
    if (reason) {
      count.tlsRefused.inc()
      refusals.note(reason, addressOf(socket), names, String(socket.authorizationError ?? ''))
      return void socket.destroy()
    }
    bearers.enter(socket, certificate?.fingerprint256 ?? '')
    unheard.set(socket, names)
    serve.call(https, socket)
  })
  https.on('tlsClientError', (error: NodeJS.ErrnoException, socket) => {
    const accepted = acceptedOf(socket) as Socket
    admission.ended(accepted)
    count.tlsRefused.inc()
    const reason = reasonOfTrouble(error, accepted.bytesRead)
    if (reason) refusals.note(reason, addressOf(accepted), undefined, error.code)
  })
  return admission
}

/** Connections by their certificate, verified: who holds a key has a few, and never the whole door. */
class Bearers {
  private readonly open = new Map<string, Set<TLSSocket>>()
  private readonly most: number
  private readonly onClose: (socket: TLSSocket) => void

  constructor(most: number, onClose: (socket: TLSSocket) => void) {
    this.most = most
    this.onClose = onClose
  }

  enter(socket: TLSSocket, key: string): void {
    const own = this.open.get(key) ?? new Set()
    const [oldest] = own
    if (oldest && own.size >= this.most) {
      own.delete(oldest)
      oldest.destroy()
    }
    this.open.set(key, own.add(socket))
    socket.once('close', () => {
      this.onClose(socket)
      if (own.delete(socket) && own.size === 0 && this.open.get(key) === own) this.open.delete(key)
    })
  }
}

/**
 * The certificate presented to devices and the CAs trusted for theirs; beside an operator's certificate, what hosts with our agent ask for by name.
 * Choosing by name costs each handshake something, so only then. A TLS server of Node drops the option for partial chains, which its
 * contexts have.
 */
function show(https: HttpsServer, pki: DeviceListenerPki): void {
  const { serverName, certificate, key } = pki.forAgents
  https.setSecureContext(tlsOf(pki))
  const own = https as HttpsServer & { _sharedCreds?: SecureContext }
  if (!own._sharedCreds) throw new Error('the TLS server of this Node version keeps its context elsewhere')
  own._sharedCreds = createSecureContext(tlsOf(pki))
  if (certificate !== pki.gatewayCert) https.addContext(serverName, tlsOf(pki, { certificate, key }))
}

/** Tickets off: devices do not use them, and each costs the gateway about a seventh of a handshake. */
function tlsOf(pki: DeviceListenerPki, shown = { certificate: pki.gatewayCert, key: pki.gatewayKey }) {
  return {
    cert: shown.certificate,
    key: shown.key,
    ca: [...pki.deviceCas],
    requestCert: true,
    // `admitTo` checks what TLS found and refuses the rest: after a refusal by TLS itself the certificate would be unknown
    rejectUnauthorized: false,
    // an issuing authority is trusted without its root, where the operator has named it
    allowPartialTrustChain: true,
    minVersion: 'TLSv1.2' as const,
    ciphers: deviceCiphers,
    secureOptions: constants.SSL_OP_NO_TICKET,
    honorCipherOrder: true,
    sessionIdContext: 'belvedere devices',
  }
}

const timesOf = ({ upgradeMs }: GatewayLimits) => ({
  handshakeTimeout: upgradeMs,
  headersTimeout: upgradeMs,
  requestTimeout: upgradeMs,
  connectionsCheckingInterval: Math.max(50, upgradeMs / 5),
  keepAliveTimeout: 1000,
})

function upgradesOf(limits: GatewayLimits): WebSocketServer {
  // named first: the type of the options does not know closeTimeout yet
  const options = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.maxPayload,
    maxFragments: limits.maxFragments,
    closeTimeout: limits.closeMs,
    // who asks for ours gets it named, who asks for none or another is taken all the same
    handleProtocols: (requested: Set<string>) => (requested.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  }
  return new WebSocketServer(options)
}

function takeUpgrades(https: HttpsServer, how: DeviceListenerOptions, unheard: Unheard): void {
  const { limits, onSocket, onError, refusals } = how
  const upgrades = upgradesOf(limits)
  const heard = (socket: Duplex) => {
    const names = unheard.get(socket as TLSSocket)
    unheard.delete(socket as TLSSocket)
    return names ?? namesOf(undefined)
  }
  const take = (request: IncomingMessage, socket: Duplex, head: Buffer) =>
    openWebSocket(upgrades, [request, socket, head], (ws) => {
      const tls = socket as TLSSocket
      onSocket(ws, tls, { names: heard(tls), host: hostOf(request), address: addressOf(tls) })
    })
  onUpgrade(https, take, onError)
  https.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    refusals.note('no-websocket', addressOf(socket), heard(socket))
    response.writeHead(426, { connection: 'close', 'content-length': 0 }).end()
  })
}

/** What a client dialled, as it says itself: a name or an IPv4 address, short enough for the buffers of switches. */
function hostOf({ headers: { host = '' } }: IncomingMessage): string {
  return /^([0-9A-Za-z][0-9A-Za-z.-]{0,62})(?::\d{1,5})?$/.exec(host)?.[1] ?? ''
}

function listening(https: HttpsServer, { host, port }: DeviceListenerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    https.once('error', reject)
    https.listen({ host, port, backlog: 4096 }, () => {
      https.off('error', reject)
      https.on('error', () => count.acceptErrors.inc())
      resolve()
    })
  })
}
