import type { Duplex } from 'node:stream'
import type { CommandResult } from '@belvedere/drivers/kit/facts.ts'
import { NobodyServes, type Bus } from '../../base/bus/bus.ts'
import { endsWith, streamSubject } from '../../devices/device-link.ts'
import {
  shellRequestSubject,
  type ShellRequest,
  type ShellBegan,
  shellBeganSubject,
  type ShellGrant,
  type ShellOrder,
  shellOrderSubject,
} from '../../devices/shell-link.ts'
import { type RttyFrame, Frames, frame, kind, MOST_REGISTRATION, registrationOf } from './frames.ts'

/**
 * ms for the registration of a device, and for opening the terminal; and of silence: a device sends a heartbeat every five
 * seconds.
 */
const REGISTER = 15_000
const SILENCE = 30_000
/** Bytes in the send buffer to the device. */
const MOST_UNREAD = 1 << 20
/** Bytes of keystrokes in one message. */
const PIECE = 16 << 10
const ASK = 5000

const done: CommandResult = { result: 0, msg: '' }

export interface RttyConnectionOptions {
  readonly bus: Bus
  readonly socket: Duplex
  /** Common name of its certificate, verified; absent: it presented none. */
  readonly name: string | undefined
  /** The registration is valid, and the terminal was requested. */
  onGranted(): void
  onEnd(): void
}

/**
 * One device at the terminal port: it registers with its token, opens one terminal, and carries its data until either side ends.
 */
export class RttyConnection {
  private readonly options: RttyConnectionOptions
  private readonly frames = new Frames()
  private at: 'new' | 'asking' | 'login' | 'open' | 'over' = 'new'
  private id = ''
  private grant: ShellGrant | undefined
  /** The device's number for the terminal. */
  private terminal = 0
  private timer: NodeJS.Timeout
  private stopServing: (() => void) | undefined

  constructor(options: RttyConnectionOptions) {
    this.options = options
    this.timer = setTimeout(() => this.end(), REGISTER)
    options.socket.on('data', (bytes: Buffer) => this.hear(bytes))
    options.socket.on('close', () => this.end())
    options.socket.on('end', () => this.end())
  }

  /** Ends with the connection over which it was requested. */
  left(left: { device_id: number; session: string }): void {
    if (this.grant && endsWith(left, this.grant.device_id, this.grant.connection)) this.end()
  }

  end(): void {
    if (this.at === 'over') return
    const before = this.at
    this.at = 'over'
    clearTimeout(this.timer)
    this.stopServing?.()
    const { bus, socket } = this.options
    // the program on the device ends with its terminal; after a connection loss alone it might reconnect
    if (before === 'open') socket.write(frame(kind.logout, [this.terminal]))
    if (before === 'login') this.began({ wrong: 'the device hung up' })
    if (before === 'open' && this.grant) bus.publish(this.stream, { closed: true })
    socket.end()
    setTimeout(() => socket.destroy(), 2000).unref()
    this.options.onEnd()
  }

  private hear(bytes: Buffer): void {
    for (const one of this.frames.take(bytes)) {
      if (this.at === 'over') return
      this.take(one)
    }
    if (this.at === 'new' && !this.frames.mayBecome(kind.register, MOST_REGISTRATION)) this.end()
  }

  private take({ kind: kindOf, body }: RttyFrame): void {
    if (this.at === 'new') return kindOf === kind.register ? this.register(body) : this.end()
    if (this.at === 'open') this.timer.refresh()
    if (kindOf === kind.heartbeat) return this.send(frame(kind.heartbeat))
    if (kindOf === kind.login && this.at === 'login') return this.loggedIn(body)
    if (this.at !== 'open' || body[0] !== this.terminal) return
    if (kindOf === kind.logout) this.end()
    else if (kindOf === kind.data && body.length > 1)
      this.options.bus.publish(this.stream, { data: body.toString('base64', 1) })
  }

  private register(body: Buffer): void {
    const said = registrationOf(body)
    if (typeof said !== 'object') return this.refuse(said === 'newer' ? 'rtty 7 is expected' : 'not understood')
    this.at = 'asking'
    this.id = said.id
    this.ask(said.token).catch(() => this.refuse('not available'))
  }

  private async ask(token: string): Promise<void> {
    const { bus, name, onGranted } = this.options
    const request: ShellRequest = { token, ...(name === undefined ? {} : { name }) }
    const grant = await bus
      .request<ShellGrant | null>(shellRequestSubject(this.id), request, ASK)
      .catch((error: unknown) => {
        if (error instanceof NobodyServes) return null
        throw error
      })
    if (!grant) return this.refuse('unknown token')
    if (this.at !== 'asking') return bus.publish(shellBeganSubject(this.id), { wrong: 'the device hung up' })
    this.grant = grant
    this.at = 'login'
    onGranted()
    this.send(frame(kind.register, [0], Buffer.from('OK\0')))
    this.send(frame(kind.login))
  }

  private loggedIn(body: Buffer): void {
    const [error, terminal] = body
    if (error !== 0 || terminal === undefined || !this.grant) {
      this.began({ wrong: 'the device has no terminal to spare' })
      this.at = 'asking'
      return this.end()
    }
    const { device_id, session, cols, rows } = this.grant
    this.terminal = terminal
    this.at = 'open'
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.end(), SILENCE)
    this.resize(cols, rows)
    this.stopServing = this.options.bus.serve(shellOrderSubject(device_id, session), async (order: ShellOrder) =>
      this.obey(order),
    )
    this.began({})
  }

  private obey({ op, data = '', cols = 80, rows = 24 }: ShellOrder): CommandResult {
    if (op === 'close') this.end()
    else if (op === 'resize') this.resize(cols, rows)
    else {
      if (this.options.socket.writableLength > MOST_UNREAD)
        return { result: 1, msg: 'the device does not read what it is sent' }
      const bytes = Buffer.from(data, 'base64')
      for (let from = 0; from < bytes.length; from += PIECE)
        this.send(frame(kind.data, [this.terminal], bytes.subarray(from, from + PIECE)))
    }
    return done
  }

  private resize(cols: number, rows: number): void {
    this.send(frame(kind.size, [this.terminal, cols >> 8, cols & 0xff, rows >> 8, rows & 0xff]))
  }

  private refuse(why: string): void {
    if (this.at === 'over') return
    this.send(frame(kind.register, [1], Buffer.from(`${why}\0`)))
    this.at = 'asking'
    this.end()
  }

  private began(began: ShellBegan): void {
    this.options.bus.publish(shellBeganSubject(this.id), began)
  }

  private get stream(): string {
    const { device_id, session } = this.grant as ShellGrant
    return streamSubject(device_id, session)
  }

  private send(bytes: Buffer): void {
    if (this.options.socket.writable) this.options.socket.write(bytes)
  }
}
