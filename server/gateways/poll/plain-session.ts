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
  /** One byte a character. */
  readonly community: string
  /** Milliseconds a question waits for its answer; it is asked twice. */
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

/** Nobody may guess the next; one counter for all devices, as their answers are told apart by address. */
let lastId = randomInt(FIRST_ID, LAST_ID)

const nothing: SnmpAnswer = { id: 0, error: 0, errorAt: 0, oids: [], values: [] }

/** Why a question was in vain: nobody answered, or not in our language. */
export class NoAnswer extends Error {
  readonly fault: 'timeout' | 'protocol' | 'credentials'
  constructor(fault: NoAnswer['fault'], message = '') {
    super(message)
    this.fault = fault
  }
}

/**
 * One device asked in SNMP version 2c, one question at a time. The library, which speaks version 3 here, spells every name of
 * every question and every answer again: asking the same twenty variables again and again cost it twice what this costs.
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

  /** Asks for exactly these, or for `repeat` behind each of them. */
  ask(requested: RequestedNames, repeat: number | undefined, done: SnmpAnswerCallback): void {
    this.cancel()
    lastId = lastId >= LAST_ID ? FIRST_ID : lastId + 1
    const message = snmpQuestion(this.options.community, lastId, requested, repeat)
    const timer = setTimeout(() => this.late(), this.options.timeout)
    this.waiting = { id: lastId, asked: requested, message, again: 1, timer, done }
    this.send(this.waiting)
  }

  /** What is under way is never answered. */
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
      // late answers to an earlier question
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
