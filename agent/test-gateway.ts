// The certificate library decorates its classes and needs this import before it.
import 'reflect-metadata'
import { createHash, generateKeyPairSync, type KeyObject, sign, verify, webcrypto, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { inflateSync } from 'node:zlib'
import * as x509 from '@peculiar/x509'
import { type WebSocket, WebSocketServer } from 'ws'
import type { LooseJson } from './loose.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const day = 86_400_000

/** A temporary authority with a gateway certificate, as a controller has one. */
export async function makeAuthority() {
  x509.cryptoProvider.set(webcrypto as never)
  const caKeys = await pair()
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    ...lifetime(),
    name: 'CN=Test CA',
    keys: caKeys,
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
  })
  const issue = async (name: string, publicKey: CryptoKey) =>
    (
      await x509.X509CertificateGenerator.create({
        ...lifetime(),
        subject: `CN=${name}`,
        issuer: ca.subject,
        publicKey,
        signingKey: caKeys.privateKey,
      })
    ).toString('pem')
  const own = await pair()
  const cert = await issue('gateway', own.publicKey)
  const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
  return {
    ca: ca.toString('pem'),
    cert,
    key: await pemOf(own.privateKey),
    pin: createHash('sha256').update(spki).digest('base64'),
    issue: async (name: string, publicPem: string) => issue(name, await importPublic(publicPem)),
    signing: generateKeyPairSync('ed25519'),
  }
}

export type TestAuthority = Awaited<ReturnType<typeof makeAuthority>>

function lifetime() {
  return { notBefore: new Date(Date.now() - day), notAfter: new Date(Date.now() + day), signingAlgorithm: algorithm }
}

function pair() {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<CryptoKeyPair>
}

async function pemOf(key: CryptoKey): Promise<string> {
  return x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key as never), 'PRIVATE KEY')
}

function importPublic(pem: string): Promise<CryptoKey> {
  const [der] = x509.PemConverter.decode(pem)
  return webcrypto.subtle.importKey('spki', der as ArrayBuffer, algorithm, true, ['verify']) as Promise<CryptoKey>
}

/** Signs a package like the controller. */
export function signed(content: Buffer, key: KeyObject) {
  return {
    signature: sign(null, content, key).toString('base64'),
    sha256: createHash('sha256').update(content).digest('hex'),
  }
}

/** A controller with one token: the enrolment address, files to download and upload, and the device socket, all on real TLS. */
export async function startGateway(authority: TestAuthority, ports = { enrol: 0, devices: 0 }) {
  const files = new Map<string, Buffer>()
  const inbox: LooseJson[] = []
  const waiting = new Set<() => void>()
  const sockets = new Set<WebSocket>()
  const news = () => {
    for (const wake of waiting) wake()
  }
  const enrolment = createServer({ cert: authority.cert, key: authority.key }, (ask, answer) => {
    void enrolOne(ask, answer, authority)
  })
  const devices = createServer(
    { cert: authority.cert, key: authority.key, ca: authority.ca, requestCert: true, rejectUnauthorized: true },
    (ask, answer) => void serveFile(ask, answer, files),
  )
  const door = new WebSocketServer({ server: devices, maxPayload: 512_000 })
  door.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    sockets.add(socket)
    const { subject, serialNumber } = (request.socket as TLSSocket).getPeerX509Certificate() as X509Certificate
    const params = { cn: subject.slice('CN='.length), number: serialNumber, protocol: socket.protocol }
    inbox.push({ method: '(socket)', params })
    news()
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as LooseJson
      inbox.push(opened(message))
      news()
    })
    socket.once('close', () => sockets.delete(socket))
  })
  await Promise.all([listen(enrolment, ports.enrol), listen(devices, ports.devices)])
  let lastId = 1

  /** The first message after `from` that matches. */
  const next = async (accept: (message: LooseJson) => boolean, ms = 60_000): Promise<LooseJson> => {
    const deadline = performance.now() + ms
    for (;;) {
      const at = inbox.findIndex(accept)
      if (at >= 0) return inbox.splice(at, 1)[0] as LooseJson
      const left = deadline - performance.now()
      if (left <= 0)
        throw new Error(
          `nothing came; the inbox holds ${inbox.map((message) => message.method ?? `result ${message.id}`).join(', ')}`,
        )
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(wake)
          clearTimeout(timer)
          resolve()
        }
        const timer = setTimeout(wake, left)
        waiting.add(wake)
      })
    }
  }
  return {
    files,
    inbox,
    enrolPort: (enrolment.address() as AddressInfo).port,
    port: (devices.address() as AddressInfo).port,
    next,
    method: (name: string, ms?: number) => next((message) => message.method === name, ms),
    /** Sends a raw frame to every connected device. */
    raw: (frame: string | Buffer) => {
      for (const socket of sockets) socket.send(frame)
    },
    /** Closes every connection; devices may reconnect. */
    cut: () => {
      for (const socket of sockets) socket.terminate()
    },
    /** Sends a command and returns its result. */
    ask: async (method: string, params: LooseJson = {}, ms?: number): Promise<LooseJson> => {
      const id = ++lastId
      for (const socket of sockets) socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
      const { result } = await next((message) => message.id === id, ms)
      return result as LooseJson
    },
    /** Ends like a killed process: no close frames. */
    kill: async () => {
      for (const socket of sockets) socket.terminate()
      for (const server of [enrolment, devices]) {
        server.closeAllConnections()
        server.close()
      }
      await Promise.all(
        [enrolment, devices].filter((server) => server.listening).map((server) => once(server, 'close')),
      )
    },
  }
}

export type AgentTestGateway = Awaited<ReturnType<typeof startGateway>>

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

function opened(message: LooseJson): LooseJson {
  const params = message.params as LooseJson | undefined
  if (typeof params?.compress_64 !== 'string') return message
  return { ...message, params: JSON.parse(inflateSync(Buffer.from(params.compress_64, 'base64')).toString()) }
}

async function bodyOf(ask: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of ask as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Keys that were last sent with a token. */
const wanted = new WeakMap<TestAuthority, Map<string, string>>()

async function enrolOne(ask: IncomingMessage, answer: ServerResponse, authority: TestAuthority): Promise<void> {
  const body = JSON.parse((await bodyOf(ask)).toString()) as Record<string, string>
  const say = (status: number, value: object) =>
    answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  const requested = wanted.get(authority) ?? new Map<string, string>()
  wanted.set(authority, requested)
  const { token = '', public_key = '' } = body
  const before = requested.get(token)
  requested.set(token, public_key)
  // the owner has approved the key by the second attempt
  if (token === 'waits' && before !== public_key) return void say(403, { msg: 'the owner is asked', key: 'waits' })
  if (token === 'revoked' && before === undefined) return void say(403, { msg: 'the key is revoked', key: 'revoked' })
  if (token === 'revoked' && before === public_key) return void say(403, { msg: 'the same key again' })
  if (!['good-token', 'waits', 'revoked'].includes(token)) return void say(403, { msg: 'the token is used up' })
  const proof = Buffer.from(body.proof ?? '', 'base64')
  if (!verify('sha256', Buffer.from(token), public_key, proof)) return void say(400, { msg: 'no proof' })
  const serial = '0c1111ee0001'
  const { ca } = authority
  const signing_key = authority.signing.publicKey.export({ type: 'spki', format: 'pem' })
  say(200, {
    certificate: await authority.issue(serial, public_key),
    ca,
    serial,
    server_name: 'gateway',
    signing_key,
  })
}

async function serveFile(ask: IncomingMessage, answer: ServerResponse, files: Map<string, Buffer>): Promise<void> {
  const path = ask.url ?? ''
  if (ask.method === 'PUT') {
    files.set(path, await bodyOf(ask))
    return void answer.writeHead(204).end()
  }
  const file = files.get(path)
  if (file) answer.writeHead(200).end(file)
  else answer.writeHead(404).end()
}
