import { randomUUID } from 'node:crypto'
import type { UcentralCommand } from '@belvedere/drivers/protocol/ucentral/protocol.ts'
import type { CommandResult, DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { objectOf, textOf, wholeWithin } from '@belvedere/drivers/kit/coerce.ts'
import { readStatus } from '@belvedere/drivers/protocol/ucentral/encode.ts'
import type { Log } from '../../base/process/log.ts'
import type { CommandAnswer } from '../../devices/device-link.ts'
import { deflateParams, type FrameParams } from './compression.ts'
import type { DeviceConnection } from './device-connection.ts'
import { count } from './counters.ts'
import type { GatewayLimits } from './limits.ts'

/** One command from the request to its end. */
interface QueuedCommand {
  /** 0 until it is sent. */
  id: number
  connection: DeviceConnection
  readonly wire: UcentralCommand
  readonly timeout: number
  readonly resolve: (answer: CommandResult) => void
  timer: NodeJS.Timeout | undefined
  /** The parameters that were sent, including those added by the gateway. */
  sent: FrameParams
  /** The device has accepted it; its end is pending. */
  accepted?: CommandResult
}

/** The commands of one device; exists while there are any. */
interface CommandQueue {
  current: QueuedCommand | undefined
  readonly waiting: QueuedCommand[]
  readonly aside: Set<QueuedCommand>
}

/** id 1 means "no answer expected" to the clients of the reference gateway; the protocol requires positive 31-bit numbers. */
const FIRST_ID = 2
const LAST_ID = 2_147_483_647
/** Number of ended commands that are remembered, to distinguish a duplicate answer from one without a command. */
const REMEMBERED = 1024

const failed = (msg: string): CommandResult => ({ result: 1, msg })
const unclear = (msg: string): CommandResult => ({ result: 2, msg })

/** Sends commands to devices and evaluates the answers: one at a time for each device; the others wait, with a time limit. */
export class DeviceCommands {
  private readonly limits: GatewayLimits
  private readonly log: Log
  private readonly queues = new Map<DeviceConnection, CommandQueue>()
  private readonly byId = new Map<number, QueuedCommand>()
  /**
   * Commands whose connection was lost while the device may still execute them; by serial number, until it reconnects or their
   * time ends.
   */
  private readonly parked = new Map<string, QueuedCommand>()
  private readonly ended = new Map<number, { serial: string; method: string }>()
  private nextId = FIRST_ID

  constructor(limits: GatewayLimits, log: Log) {
    this.limits = limits
    this.log = log
  }

  /** Executes one request; never throws. */
  async run(connection: DeviceConnection, command: DeviceCommand & { timeout?: number }): Promise<CommandAnswer> {
    const { driver, can } = connection
    const wire =
      driver && can ? driver.protocol.encode({ verb: command.verb, args: objectOf(command.args) }, can) : undefined
    if (!wire) return { unsupported: true }
    if ('wrong' in wire) return failed(`${wire.wrong}: not valid`)
    const timeout = wholeWithin(command.timeout, 1, 3_600_000)
    if (wire.dials) return connection.runShell(wire, objectOf(command.args), timeout ?? wire.timeout)
    if (command.verb === 'shell' || command.verb === 'tunnel')
      connection.noteStream(command.args?.['op'], command.args?.['session'])
    return this.send(connection, wire, timeout)
  }

  /** Executes one command in the terms of the protocol; never throws. */
  async send(connection: DeviceConnection, wire: UcentralCommand, timeout = wire.timeout): Promise<CommandResult> {
    const answer = await new Promise<CommandResult>((resolve) => {
      this.enter({ id: 0, connection, wire, timeout, resolve, timer: undefined, sent: {} })
    })
    count.commands.inc({ outcome: ['success', 'failed', 'unclear'][answer.result] ?? 'failed' })
    if (answer.result === 1) return this.sendAlternative(connection, wire, timeout, answer)
    if (wire.afterwards && connection.alive) void this.send(connection, wire.afterwards)
    return answer
  }

  /** The fallback command after a refusal; when the fallback fails as well, the refusal is the result. */
  private async sendAlternative(
    connection: DeviceConnection,
    { otherwise }: UcentralCommand,
    timeout: number,
    refused: CommandResult,
  ): Promise<CommandResult> {
    if (!otherwise || !connection.alive) return refused
    const answer = await this.send(connection, otherwise, Math.min(timeout, otherwise.timeout))
    return answer.result === 0 ? answer : refused
  }

  /** A result arrived. The first one is the answer; later ones are passed on as events. */
  answered(connection: DeviceConnection, id: number, result: FrameParams): boolean {
    const task = this.byId.get(id)
    if (!task || task.accepted || !this.mayAnswer(task, connection)) {
      this.late(connection, id, result)
      return false
    }
    const reading = readResult(task.wire, result)
    if (task.wire.settles && reading.result === 0) task.accepted = reading
    else this.end(task, reading)
    return true
  }

  /** A message that may complete a command; it may arrive even before the acknowledgement. */
  settleBy(connection: DeviceConnection, method: string, params: FrameParams): void {
    const queue = this.queues.get(connection)
    if (!queue) return
    for (const task of [queue.current, ...queue.aside]) {
      const end = task?.id ? task.wire.settles?.(method, params, task.sent) : undefined
      if (task && end) this.end(task, end)
    }
  }

  /** The connection is lost; called more than once for one connection. */
  connectionLost(connection: DeviceConnection): void {
    const queue = this.queues.get(connection)
    if (!queue) return
    this.queues.delete(connection)
    for (const task of [queue.current, ...queue.aside]) if (task) this.lostOnWire(task)
    for (const task of queue.waiting) this.end(task, failed('the device went offline'))
  }

  /** The device has reconnected. */
  connectionResumed(connection: DeviceConnection, config_uuid: number): void {
    const task = this.parked.get(connection.serial)
    if (task?.wire.resumes) this.end(task, task.wire.resumes(config_uuid, task.sent))
  }

  /** Ends all pending commands; the gateway stops. */
  close(): void {
    for (const task of this.parked.values()) this.end(task, unclear('the gateway stopped'))
  }

  private enter(task: QueuedCommand): void {
    const queue = this.queueOf(task.connection)
    if (task.wire.aside) return this.enterAside(queue, task)
    if (!queue.current) return this.dispatch(queue, task)
    if (queue.waiting.length >= this.limits.queued)
      return this.end(task, failed('too many commands are waiting for this device'))
    queue.waiting.push(task)
    task.timer = setTimeout(() => this.end(task, unclear('the device was busy with other commands')), task.timeout)
  }

  private enterAside(queue: CommandQueue, task: QueuedCommand): void {
    if (queue.aside.size >= this.limits.aside) return this.end(task, failed('too many commands are under way'))
    queue.aside.add(task)
    this.write(task)
  }

  private dispatch(queue: CommandQueue, task: QueuedCommand): void {
    clearTimeout(task.timer)
    queue.current = task
    this.write(task)
  }

  private write(task: QueuedCommand): void {
    const { connection, wire, timeout } = task
    task.id = this.freeId()
    task.sent = { serial: connection.serial, ...wire.params }
    if (wire.method === 'request') task.sent.request_uuid = randomUUID()
    const text = encode(task)
    if (typeof text !== 'string') return this.end(task, text)
    this.byId.set(task.id, task)
    task.timer = setTimeout(() => this.end(task, outOfTime(task)), timeout)
    if (!connection.alive) this.end(task, failed('the device went offline'))
    else if (!connection.send(text)) this.end(task, failed('the device does not read what it is sent'))
    else if (wire.answers === false) this.end(task, { result: 0, msg: '' })
  }

  private end(task: QueuedCommand, answer: CommandResult): void {
    clearTimeout(task.timer)
    if (this.byId.delete(task.id)) this.remember(task)
    if (this.parked.get(task.connection.serial) === task) this.parked.delete(task.connection.serial)
    task.resolve(answer)
    this.leave(task)
  }

  private leave(task: QueuedCommand): void {
    const queue = this.queues.get(task.connection)
    if (!queue) return
    queue.aside.delete(task)
    const place = queue.waiting.indexOf(task)
    if (place >= 0) queue.waiting.splice(place, 1)
    if (queue.current === task) queue.current = undefined
    const next = queue.current ? undefined : queue.waiting.shift()
    if (next) this.dispatch(queue, next)
    else if (!queue.current && queue.aside.size === 0) this.queues.delete(task.connection)
  }

  private lostOnWire(task: QueuedCommand): void {
    const { wire, accepted, connection } = task
    if (accepted && wire.restarts) return this.end(task, { result: 0, msg: '' })
    if (wire.resumes && !connection.stopping && !this.parked.has(connection.serial)) {
      this.parked.set(connection.serial, task)
      return
    }
    this.end(task, unclear('the connection was lost before the device answered'))
  }

  /** The answer may arrive on the next connection when the first one was lost. */
  private mayAnswer(task: QueuedCommand, connection: DeviceConnection): boolean {
    return task.connection === connection || this.parked.get(connection.serial) === task
  }

  private late(connection: DeviceConnection, id: number, result: FrameParams): void {
    count.lateResults.inc()
    const one = this.ended.get(id)
    // an answer to a command of another device is ignored
    if (one?.serial !== connection.serial)
      return this.log.debug({ serial: connection.serial, id }, 'result nobody asked for')
    const { method } = one
    const { result: code, msg, data } = readResult({ method, params: {}, timeout: 0 }, result)
    const text = textOf(objectOf(result.status).text, 1024) ?? msg
    connection.reportEvent({
      at: 0,
      type: 'command.answered-again',
      text,
      data: { method, id, result: code, ...(data as object) },
    })
  }

  private queueOf(connection: DeviceConnection): CommandQueue {
    let queue = this.queues.get(connection)
    if (!queue) this.queues.set(connection, (queue = { current: undefined, waiting: [], aside: new Set() }))
    return queue
  }

  private freeId(): number {
    const id = this.nextId
    this.nextId = id >= LAST_ID ? FIRST_ID : id + 1
    return this.byId.has(id) ? this.freeId() : id
  }

  private remember({ id, wire, connection }: QueuedCommand): void {
    this.ended.set(id, { serial: connection.serial, method: wire.method })
    if (this.ended.size <= REMEMBERED) return
    const oldest = this.ended.keys().next().value
    if (oldest !== undefined) this.ended.delete(oldest)
  }
}

function readResult(wire: UcentralCommand, result: FrameParams): CommandResult {
  try {
    return wire.read ? wire.read(result) : readStatus(result)
  } catch (error) {
    return failed(`answer not understood: ${String(error)}`)
  }
}

function outOfTime({ accepted, timeout }: QueuedCommand): CommandResult {
  const seconds = Math.round(timeout / 1000)
  return unclear(accepted ? `accepted, but no end within ${seconds} s` : `no answer within ${seconds} s`)
}

/**
 * The message as text, or the reason why it cannot be sent. A device that gets a larger message reads it in pieces and does not
 * answer.
 */
function encode({ id, wire, sent, connection }: QueuedCommand): string | CommandResult {
  const most = connection.driver?.protocol.maxMessage ?? 0
  const text = JSON.stringify({ jsonrpc: '2.0', method: wire.method, params: sent, id })
  const bytes = Buffer.byteLength(text)
  if (bytes <= most) return text
  if (wire.method !== 'configure' || !connection.inflates) return tooLarge(bytes, most)
  const packed = JSON.stringify({ jsonrpc: '2.0', method: wire.method, params: deflateParams(sent), id })
  return packed.length <= most ? packed : tooLarge(packed.length, most)
}

const tooLarge = (bytes: number, most: number) => failed(`message of ${bytes} bytes; the device takes ${most} at most`)
