// the certificate library's container requires this import before it
import 'reflect-metadata'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { inflateSync } from 'node:zlib'
import {
  BasicConstraintsExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { type WebSocket, WebSocketServer } from 'ws'

export type LooseMessage = Record<string, unknown>

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const lifetime = {
  notBefore: new Date(Date.now() - 86_400_000),
  notAfter: new Date(Date.now() + 3650 * 86_400_000),
  signingAlgorithm: algorithm,
}

const newKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<CryptoKeyPair>
const pemOf = async (key: CryptoKey) => PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')

async function authority(name: string) {
  const keys = await newKeys()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...lifetime,
    name: `CN=${name}`,
    keys,
    extensions: [new BasicConstraintsExtension(true)],
  })
  return { keys, certificate, pem: certificate.toString('pem') }
}

/** A device from the gateway's side: its identity from the certificate, its messages, and a function to send commands. */
export class ConnectedDevice {
  readonly serial: string
  readonly socket: WebSocket
  readonly messages: LooseMessage[] = []
  #wanted: ((message: LooseMessage) => boolean)[] = []
  #last = 1

  constructor(serial: string, socket: WebSocket) {
    this.serial = serial
    this.socket = socket
    socket.on('message', (data: Buffer) => this.#hear(JSON.parse(data.toString()) as LooseMessage))
  }

  #hear(message: LooseMessage): void {
    const params = message.params as LooseMessage | undefined
    if (typeof params?.compress_64 === 'string') {
      const plain = inflateSync(Buffer.from(params.compress_64, 'base64'))
      if (plain.length !== params.compress_sz) throw new Error(`${this.serial}: compress_sz is wrong`)
      message.params = JSON.parse(plain.toString()) as LooseMessage
      message.compressed = true
    }
    this.messages.push(message)
    this.#wanted = this.#wanted.filter((wanted) => !wanted(message))
  }

  get hello(): LooseMessage {
    return this.messages[0]?.params as LooseMessage
  }

  /** A message that was received or will be; rejects after the time. */
  wait(wanted: (message: LooseMessage) => boolean, what = 'message', milliseconds = 60_000): Promise<LooseMessage> {
    const there = this.messages.find(wanted)
    if (there) return Promise.resolve(there)
    return new Promise((resolve, reject) => {
      const clock = setTimeout(() => reject(new Error(`${this.serial}: no ${what}`)), milliseconds)
      this.#wanted.push((message) => {
        if (!wanted(message)) return false
        clearTimeout(clock)
        resolve(message)
        return true
      })
    })
  }

  /** The parameters of the next message of that method, from now on. */
  async next(method: string, matching: (params: LooseMessage) => boolean = () => true): Promise<LooseMessage> {
    const seen = new Set(this.messages)
    const message = await this.wait(
      (entry) => !seen.has(entry) && entry.method === method && matching(entry.params as LooseMessage),
      method,
    )
    return message.params as LooseMessage
  }

  /** Sends a command and returns its result. */
  async command(method: string, params: LooseMessage = {}, id: unknown = ++this.#last): Promise<LooseMessage> {
    this.socket.send(JSON.stringify({ jsonrpc: '2.0', method, params: { serial: this.serial, ...params }, id }))
    const message = await this.wait((entry) => entry.result !== undefined && entry.id === id, `result of ${method}`)
    return message.result as LooseMessage
  }
}

/** A temporary gateway with its own authorities: mutual TLS, WebSocket, and files by PUT and GET. */
export class TestGateway {
  readonly caDir: string
  readonly files = new Map<string, Buffer>()
  readonly seen: ConnectedDevice[] = []
  readonly #server: Server
  readonly #sockets: WebSocketServer

  private constructor(caDir: string, server: Server) {
    this.caDir = caDir
    this.#server = server
    this.#sockets = new WebSocketServer({ server, handleProtocols: () => 'ucentral-broker', perMessageDeflate: false })
    this.#sockets.on('connection', (socket, request) => {
      this.seen.push(
        new ConnectedDevice((request.socket as TLSSocket).getPeerCertificate().subject.CN as string, socket),
      )
    })
    server.on('request', (request, response) => {
      const path = request.url ?? ''
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        if (request.method === 'PUT') this.files.set(path, Buffer.concat(chunks))
        response
          .writeHead(this.files.has(path) ? 200 : 404)
          .end(request.method === 'GET' ? this.files.get(path) : undefined)
      })
    })
  }

  static async start(): Promise<TestGateway> {
    const caDir = await mkdtemp(join(tmpdir(), 'belvedere-fleet-test-'))
    const [ca, simulated, own] = await Promise.all([authority('Test CA'), authority('Test simulated CA'), newKeys()])
    const certificate = await X509CertificateGenerator.create({
      ...lifetime,
      subject: 'CN=gateway',
      issuer: ca.certificate.subject,
      publicKey: own.publicKey,
      signingKey: ca.keys.privateKey,
      extensions: [new SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }])],
    })
    await Promise.all([
      writeFile(join(caDir, 'ca.pem'), ca.pem),
      writeFile(join(caDir, 'simulated-ca.pem'), simulated.pem),
      writeFile(join(caDir, 'simulated-ca.key'), await pemOf(simulated.keys.privateKey)),
    ])
    const server = createServer({
      cert: certificate.toString('pem'),
      key: await pemOf(own.privateKey),
      ca: simulated.pem,
      requestCert: true,
      rejectUnauthorized: true,
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new TestGateway(caDir, server)
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get online(): number {
    return this.#sockets.clients.size
  }

  /** The present or next connection of a device, after its `connect`; `after` skips connections already known. */
  async device(serial: string, after = 0, milliseconds = 60_000): Promise<ConnectedDevice> {
    const until = Date.now() + milliseconds
    for (;;) {
      const found = this.seen
        .slice(after)
        .find(
          ({ serial: whose, messages, socket }) =>
            whose === serial && messages.length > 0 && socket.readyState === socket.OPEN,
        )
      if (found) return found
      if (Date.now() > until) throw new Error(`${serial} did not connect`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
    await rm(this.caDir, { recursive: true, force: true })
  }
}
