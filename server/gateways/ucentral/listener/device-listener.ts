import { constants } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createHttps, type Server as HttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createSecureContext, type SecureContext, type TLSSocket } from 'node:tls'
import { type WebSocket, WebSocketServer } from 'ws'
import { guardServer, guardSocket, onUpgrade, openWebSocket } from '../../../base/edge/guard-socket.ts'
import type { AddressList } from '../../../base/edge/address.ts'
import type { CertificateNames } from '../../../devices/door-link.ts'
import type { Pki } from '../../../base/keys/pki.ts'
import { acceptedOf, addressOf, behindProxies } from '../../../base/edge/proxy-protocol.ts'
import { deviceCiphers } from '../../../base/edge/tls-ciphers.ts'
import { Admission } from './admission.ts'
import { namesOf } from './certificate.ts'
import type { DialIdentity } from '../connection.ts'
import { collectSeldom } from '../collect-seldom.ts'
import { count } from '../counters.ts'
import type { GatewayLimits } from '../limits.ts'
import { reasonOfCertificate, reasonOfTrouble } from '../refusal/refusal-reason.ts'
import type { Refusals } from '../refusal/refusals.ts'

export type DeviceListenerPki = Pick<
  Pki,
  'gatewayCert' | 'gatewayKey' | 'forAgents' | 'deviceCas' | 'expiredIssuers' | 'onRenewed'
>

export interface DeviceListenerOptions {
  readonly host: string
  readonly port: number
  readonly pki: DeviceListenerPki
  readonly limits: GatewayLimits
  /** Proxies whose connections begin with the PROXY protocol. */
  readonly proxies: AddressList
  readonly refusals: Refusals
  /** Sockets whose handshake has succeeded. */
  open(): number
  /** A WebSocket without any message yet; the certificate of `tls` is verified. */
  onSocket(socket: WebSocket, tls: TLSSocket, dialled: DialIdentity): void
  /** The error of a handler for a new WebSocket; its connection is closed. */
  onError(error: unknown): void
}

export interface DeviceListener {
  readonly port: number
  /** Called every second. */
  sweep(): void
  close(): void
}

/** Admitted connections without a request so far, with the names in their certificates. */
type Unheard = Map<TLSSocket, CertificateNames>

const SUBPROTOCOL = 'ucentral-broker'

/** The listener for devices: TCP, admission, mutual TLS, HTTP upgrade. */
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

/** Puts the admission between the accepted socket, which is not read before its turn, and the start of its handshake. */
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
  // each handshake ends in exactly one of the two, also when the client disconnects
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

/** Connections by verified certificate: the holder of one key can have a few connections, never all places. */
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
 * The certificate presented to devices and the CAs trusted for theirs; beside an operator's certificate, our own one for hosts
 * with our agent that request it by name. Selection by name adds cost to each handshake, so it is used only then. A TLS server of
 * Node drops the option for partial chains, which its contexts have.
 */
function show(https: HttpsServer, pki: DeviceListenerPki): void {
  const { serverName, certificate, key } = pki.forAgents
  https.setSecureContext(tlsOf(pki))
  const own = https as HttpsServer & { _sharedCreds?: SecureContext }
  if (!own._sharedCreds) throw new Error('the TLS server of this Node version keeps its context elsewhere')
  own._sharedCreds = createSecureContext(tlsOf(pki))
  if (certificate !== pki.gatewayCert) https.addContext(serverName, tlsOf(pki, { certificate, key }))
}

/** Tickets are off: devices do not use them, and each costs the gateway about a seventh of a handshake. */
function tlsOf(pki: DeviceListenerPki, shown = { certificate: pki.gatewayCert, key: pki.gatewayKey }) {
  return {
    cert: shown.certificate,
    key: shown.key,
    ca: [...pki.deviceCas],
    requestCert: true,
    // `admitTo` checks the result of TLS and refuses the rest: after a refusal by TLS itself the certificate would be unknown
    rejectUnauthorized: false,
    // an issuing authority is trusted without its root, where the operator has configured it
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
  // assigned first: the type of the options lacks closeTimeout
  const options = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.maxPayload,
    maxFragments: limits.maxFragments,
    closeTimeout: limits.closeMs,
    // a client that requests our subprotocol gets it, a client with none or another one is accepted all the same
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

/** The host that a client dialled, from its own request: a name or an IPv4 address, short enough for the buffers of switches. */
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
