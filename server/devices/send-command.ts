import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { NobodyServes, TimedOut } from '../base/bus/bus.ts'
import { type CommandAnswer, commandSubject } from './device-link.ts'
import { discoverAll } from '../kernel/discovery/discover.ts'
import type { System } from '../kernel/implement.ts'

/** The outcome of one command, including transport errors. */
export type CommandOutcome = { answer: CommandAnswer } | { nobody: true } | { late: true } | { broken: string }

/** The work for which a device is expected to be offline. `power`: a port that powers it is switched off and on. */
export type WorkKind = 'reboot' | 'upgrade' | 'factory' | 'configure' | 'restore' | 'power'

/** The author and kind of the work on a device. */
export interface OrderedWork {
  by: string
  /** Its object: `task:12`, `change:3`, `campaign:7`. */
  ref: string
  /** Its kind, if the verb does not imply it. */
  kind?: WorkKind
  /** Ports that lose their power for a number of seconds: only the devices on them go offline. */
  power?: { ports: readonly string[]; seconds: number }
}

/** A command to send. */
export interface PendingSend {
  readonly system: System
  readonly device_id: number
  readonly command: DeviceCommand
  readonly work: OrderedWork | undefined
}

/** An observer of every command, in a room. */
export interface CommandObserver {
  /** Called before the command is sent, which waits for it. The returned function is called with the outcome. Neither may throw. */
  before(sending: PendingSend): Promise<((outcome: CommandOutcome) => Promise<void>) | undefined>
}

const mark = Symbol.for('belvedere.command-observer')

/** Export the result from a file of the room. */
export function defineCommandObserver(observer: CommandObserver): CommandObserver {
  Object.defineProperty(observer, mark, { value: true })
  return observer
}

export function isCommandObserver(value: unknown): value is CommandObserver {
  return typeof value === 'object' && value !== null && mark in value
}

/**
 * Sends a command to one device, connected to any process. `timeout` in ms starts when the command is sent; the wait for a busy device is
 * bounded by the same time again. `work`: its author. Observers are called before it is sent and get its outcome.
 */
export async function sendCommand(
  system: System,
  device_id: number,
  command: DeviceCommand,
  timeout: number,
  work?: OrderedWork,
): Promise<CommandOutcome> {
  const observers = await discoverAll(isCommandObserver)
  const sending = { system, device_id, command, work }
  const after = await Promise.all(observers.map((one) => one.before(sending)))
  const outcome = await ask(system, device_id, command, timeout)
  for (const one of after) await one?.(outcome)
  return outcome
}

async function ask(
  { bus, log }: System,
  device_id: number,
  command: DeviceCommand,
  timeout: number,
): Promise<CommandOutcome> {
  try {
    return {
      answer: await bus.request<CommandAnswer>(commandSubject(device_id), { ...command, timeout }, longest(timeout)),
    }
  } catch (error) {
    if (error instanceof NobodyServes) return { nobody: true }
    if (error instanceof TimedOut) return { late: true }
    log.error({ device_id, verb: command.verb, error: String((error as Error)?.stack ?? error) }, 'command')
    return { broken: String((error as Error)?.message ?? error).slice(0, 500) }
  }
}

/** Milliseconds after which no answer is possible. */
export const longest = (timeout: number) => 2 * timeout + 5000
