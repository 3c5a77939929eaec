import { randomInt } from 'node:crypto'
import {
  type RequestedNames,
  FIRST_ID,
  LAST_ID,
  readSnmpAnswer,
  type SnmpAnswer,
  snmpErrors,
  snmpQuestion,
} from '@belvedere/pure/protocol/snmp-message.ts'
import type { SharedSockets } from './shared-sockets.ts'

export interface PlainSessionOptions {
  readonly ip: string
  readonly port: number
  /** One byte per character. */
  readonly community: string
  /** Milliseconds that a request waits for its response; it is sent twice. */
  readonly timeout: number
  readonly sockets: SharedSockets
}

type SnmpAnswerCallback = (error: unknown, answer: SnmpAnswer) => void

interface PendingSnmpRequest {
  id: number
  asked: RequestedNames
  message: Uint8Array
  again: number
  timer: NodeJS.Timeout
  done: SnmpAnswerCallback
}

/** Must not be predictable; one counter for all devices, since their responses are distinguished by address. */
let lastId = randomInt(FIRST_ID, LAST_ID)

const nothing: SnmpAnswer = { id: 0, error: 0, errorAt: 0, oids: [], values: [] }

/** Why a request failed: no response, or not an SNMP response. */
export class NoAnswer extends Error {
  readonly fault: 'timeout' | 'protocol' | 'credentials'
  constructor(fault: NoAnswer['fault'], message = '') {
    super(message)
    this.fault = fault
  }
}

/**
 * An SNMP version 2c session with one device, one request at a time. The library, used for version 3 here, encodes and decodes
 * every name of every message. Polling the same twenty variables repeatedly with it costs twice as much.
 */
export class PlainSession {
  private readonly options: PlainSessionOptions
  private readonly line: ReturnType<SharedSockets['module']['createSocket']>
  private waiting: PendingSnmpRequest | undefined

  constructor(options: PlainSessionOptions) {
    this.options = options
    this.line = options.sockets.module.createSocket(options.ip.includes(':') ? 'udp6' : 'udp4')
    this.line.on('message', (bytes: Buffer) => this.hear(bytes))
  }

  /** Requests exactly these variables, or `repeat` after each of them. */
  ask(requested: RequestedNames, repeat: number | undefined, done: SnmpAnswerCallback): void {
    this.cancel()
    lastId = lastId >= LAST_ID ? FIRST_ID : lastId + 1
    const message = snmpQuestion(this.options.community, lastId, requested, repeat)
    const timer = setTimeout(() => this.late(), this.options.timeout)
    this.waiting = { id: lastId, asked: requested, message, again: 1, timer, done }
    this.send(this.waiting)
  }

  /** The pending request gets no response. */
  cancel(): void {
    if (this.waiting) clearTimeout(this.waiting.timer)
    this.waiting = undefined
  }

  close(): void {
    this.cancel()
    this.line.close()
  }

  private send(waiting: PendingSnmpRequest): void {
    const { message } = waiting
    this.line.send(message, 0, message.length, this.options.port, this.options.ip, (error) => {
      if (error && this.waiting === waiting) this.end(error)
    })
  }

  private late(): void {
    const { waiting } = this
    if (!waiting) return
    if (waiting.again-- === 0) return this.end(new NoAnswer('timeout'))
    waiting.timer = setTimeout(() => this.late(), this.options.timeout)
    this.send(waiting)
  }

  private hear(bytes: Buffer): void {
    const { waiting } = this
    if (!waiting) return
    try {
      const answer = readSnmpAnswer(bytes, this.options.community, waiting.asked)
      // a late response to an earlier request
      if (answer.id !== waiting.id) return
      const fault = faultOf(answer)
      if (fault) this.end(fault)
      else this.end(null, answer)
    } catch (error) {
      this.end(new NoAnswer('protocol', String((error as Error).message)))
    }
  }

  private end(error: unknown, answer = nothing): void {
    const { waiting } = this
    this.cancel()
    waiting?.done(error, answer)
  }
}

function faultOf({ error, errorAt, oids }: SnmpAnswer): NoAnswer | undefined {
  if (error === 0) return undefined
  const name = snmpErrors[error] ?? `error ${error}`
  const about = oids[errorAt - 1]
  return new NoAnswer(name === 'authorizationError' ? 'credentials' : 'protocol', about ? `${name}: ${about}` : name)
}
