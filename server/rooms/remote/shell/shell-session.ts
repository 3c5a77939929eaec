import type { HeldDevice } from '../../device/api.ts'
import { type CommandAnswer, streamSubject, deviceDisconnected, endsWith } from '../../../devices/device-link.ts'
import { eventSubject } from '../../../kernel/event.ts'
import type { System } from '../../../kernel/implement.ts'
import { sendCommand } from '../../../devices/send-command.ts'
import type { Recorder } from '../session/recorder.ts'

/** Bytes of output kept while no browser is connected yet; more drops the oldest. */
const BACKLOG = 256 << 10
/** Bytes of input sent with one message: a paste is split. */
const PIECE = 32 << 10
/** Bytes of input that may wait for the device; more ends the session. */
const MOST_INPUT = 1 << 20
/** Milliseconds for a device to answer one keystroke. */
const TIME = 15_000
/** Milliseconds for a shell to open: some devices start a program for it, which connects separately. */
export const OPEN_TIME = 45_000

/** One part of a shell's output on the bus. */
type Piece = { data: string } | { closed: true; exit?: number }

/** The receiver of output: a browser. */
export interface Screen {
  show(bytes: Buffer): void
  /** `why` is one of the contract's task reasons, the device's own words, or empty: the shell ended by itself. */
  closed(exit: number | undefined, why: string): void
}

/** A remote shell between the device, on any gateway, and the browser that will connect to it. */
export class ShellSession {
  readonly id: string
  readonly device_id: number
  private readonly system: System
  private readonly onEnd: (exit: number | undefined, why: string) => void
  private readonly stops: (() => void)[]
  private screen: Screen | undefined
  private waiting: Buffer[] = []
  private input: Buffer[] = []
  private writing = false
  private over = false
  /** Records output and input. */
  recorder: Pick<Recorder, 'shown' | 'typed' | 'resized'> | undefined
  /** Called with every input and output; resets the idle timer. */
  onLife: () => void = () => {}

  constructor(
    system: System,
    id: string,
    { id: device_id, connection }: Pick<HeldDevice, 'id' | 'connection'>,
    onEnd: (exit: number | undefined, why: string) => void,
  ) {
    this.system = system
    this.id = id
    this.device_id = device_id
    this.onEnd = onEnd
    this.stops = [
      system.bus.subscribe(streamSubject(device_id, id), (piece: Piece) => this.heard(piece)),
      system.bus.subscribe(eventSubject(deviceDisconnected.name), (left: { device_id: number; session: string }) => {
        if (endsWith(left, device_id, connection)) this.end(undefined, 'offline')
      }),
    ]
  }

  get isOver(): boolean {
    return this.over
  }

  async open(cols: number, rows: number): Promise<Awaited<ReturnType<typeof sendCommand>>> {
    return this.tell({ op: 'open', cols, rows }, OPEN_TIME)
  }

  attach(screen: Screen): void {
    this.screen = screen
    for (const bytes of this.waiting.splice(0)) screen.show(bytes)
  }

  write(bytes: Buffer): void {
    this.onLife()
    this.recorder?.typed(bytes)
    this.input.push(bytes)
    if (this.input.reduce((sum, { length }) => sum + length, 0) > MOST_INPUT) return this.close('flood')
    if (!this.writing) void this.flush()
  }

  resize(cols: number, rows: number): void {
    this.recorder?.resized(cols, rows)
    void this.tell({ op: 'resize', cols, rows })
  }

  /** Closed by the server: the browser disconnected, or the time is over. */
  close(why: string): void {
    if (this.over) return
    void this.tell({ op: 'close' })
    this.end(undefined, why)
  }

  private heard(piece: Piece): void {
    this.onLife()
    if ('closed' in piece) return this.end(piece.exit, '')
    const bytes = Buffer.from(piece.data, 'base64')
    this.recorder?.shown(bytes)
    if (this.screen) return this.screen.show(bytes)
    this.waiting.push(bytes)
    while (this.waiting.reduce((sum, { length }) => sum + length, 0) > BACKLOG) this.waiting.shift()
  }

  /** One message at a time keeps the order; input typed meanwhile is sent together. */
  private async flush(): Promise<void> {
    this.writing = true
    while (this.input.length > 0 && !this.over) {
      const all = Buffer.concat(this.input)
      this.input = all.length > PIECE ? [all.subarray(PIECE)] : []
      const outcome = await this.tell({ op: 'write', data: all.subarray(0, PIECE).toString('base64') })
      if (!('answer' in outcome)) this.end(undefined, 'offline')
      else if ('unsupported' in outcome.answer || outcome.answer.result !== 0)
        this.end(undefined, wordsOf(outcome.answer))
    }
    this.writing = false
  }

  private tell(args: Record<string, unknown>, time = TIME) {
    return sendCommand(this.system, this.device_id, { verb: 'shell', args: { ...args, session: this.id } }, time)
  }

  private end(exit: number | undefined, why: string): void {
    if (this.over) return
    this.over = true
    for (const stop of this.stops) stop()
    this.screen?.closed(exit, why)
    this.onEnd(exit, why)
  }
}

const wordsOf = (answer: CommandAnswer) => ('unsupported' in answer ? 'Not support' : answer.msg)
