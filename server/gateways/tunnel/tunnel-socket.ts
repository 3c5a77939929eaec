import { randomBytes } from 'node:crypto'
import { Duplex } from 'node:stream'
import { type CommandAnswer, commandSubject, streamSubject } from '../../devices/device-link.ts'
import type { Bus } from '../../base/bus/bus.ts'
import { guardSocket } from '../../base/edge/guard-socket.ts'

/** Bytes of one message to the device, and bytes received before an acknowledgement is sent to the device. */
const PIECE = 48 << 10
const ACK = 128 << 10
/** Milliseconds for one message. */
const TIME = 25_000

/** Limits the pending messages of one session: a device executes other commands besides them. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/** A semaphore for `most` at a time; the others wait in order. */
export function makeGate(most: number): Gate {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    running++
    try {
      return await work()
    } finally {
      running--
      waiting.shift()?.()
    }
  }
}

interface TunnelTarget {
  bus: Bus
  gate: Gate
  device_id: number
  host: string
  port: number
  /** Called for every received piece. */
  onBytes(count: number): void
}

/** A TCP connection that a device opens for us. It is open when `dial` resolves; errors have the device's own words. */
export class TunnelSocket extends Duplex {
  private readonly session = `t${randomBytes(16).toString('hex')}`
  private readonly target: TunnelTarget
  private readonly stopHearing: () => void
  private unacknowledged = 0
  private held = false
  private gone = false

  private constructor(target: TunnelTarget) {
    super({ allowHalfOpen: false, readableHighWaterMark: ACK, writableHighWaterMark: PIECE })
    this.target = target
    this.stopHearing = target.bus.subscribe(
      streamSubject(target.device_id, this.session),
      (piece: { data?: string; closed?: true }) => this.heard(piece),
    )
  }

  static async dial(target: TunnelTarget): Promise<TunnelSocket> {
    const socket = guardSocket(new TunnelSocket(target))
    try {
      await socket.tell({ op: 'open', host: target.host, port: target.port })
      return socket
    } catch (error) {
      socket.gone = true
      socket.destroy()
      throw error
    }
  }

  private heard({ data, closed }: { data?: string; closed?: true }): void {
    // data after the end comes from a misbehaving device
    if (this.gone) return
    if (closed) {
      this.gone = true
      return void this.push(null)
    }
    if (typeof data !== 'string') return
    const bytes = Buffer.from(data, 'base64')
    this.unacknowledged += bytes.length
    this.target.onBytes(bytes.length)
    this.held = !this.push(bytes)
    this.acknowledge()
  }

  private acknowledge(): void {
    if (this.held || this.gone || this.unacknowledged < ACK) return
    const bytes = this.unacknowledged
    this.unacknowledged = 0
    this.tell({ op: 'ack', bytes }).catch((error: Error) => this.destroy(error))
  }

  override _read(): void {
    this.held = false
    this.acknowledge()
  }

  override async _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): Promise<void> {
    try {
      for (let at = 0; at < chunk.length; at += PIECE)
        await this.tell({ op: 'write', data: chunk.subarray(at, at + PIECE).toString('base64') })
      done()
    } catch (error) {
      done(error as Error)
    }
  }

  override _final(done: () => void): void {
    done()
    this.destroy()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.stopHearing()
    if (!this.gone) this.tell({ op: 'close' }).catch(() => {})
    this.gone = true
    done(error)
  }

  private tell(args: Record<string, unknown>): Promise<void> {
    const { bus, gate, device_id } = this.target
    return gate(async () => {
      const command = { verb: 'tunnel', args: { ...args, session: this.session }, timeout: TIME }
      const answer = await bus.request<CommandAnswer>(commandSubject(device_id), command, TIME + 5000)
      if ('unsupported' in answer) throw new Error('Not support')
      if (answer.result !== 0) throw new Error(answer.msg)
    })
  }

  // http and tls treat it as a socket
  setTimeout(): this {
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }
}
