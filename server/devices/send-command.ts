import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { NobodyServes, TimedOut } from '../base/bus/bus.ts'
import { type CommandAnswer, commandSubject } from './device-link.ts'
import { discoverAll } from '../kernel/discovery/discover.ts'
import type { System } from '../kernel/implement.ts'

/** How one command ended, whatever went wrong on the way. */
export type CommandOutcome = { answer: CommandAnswer } | { nobody: true } | { late: true } | { broken: string }

/** What a device is expected to be away for. `power`: a port that powers it is switched off and on. */
export type WorkKind = 'reboot' | 'upgrade' | 'factory' | 'configure' | 'restore' | 'power'

/** Who ordered the work on a device, and as what. */
export interface OrderedWork {
  by: string
  /** Where it is found: `task:12`, `change:3`, `campaign:7`. */
  ref: string
  /** What it is, where the verb does not say it. */
  kind?: WorkKind
  /** Sockets that lose their power for so many seconds: only what is at their ends goes. */
  power?: { ports: readonly string[]; seconds: number }
}

/** A command on its way. */
export interface PendingSend {
  readonly system: System
  readonly device_id: number
  readonly command: DeviceCommand
  readonly work: OrderedWork | undefined
}

/** What a room has to do around every command. */
export interface CommandObserver {
  /** Before the command is sent; it waits for this. What is answered runs with the outcome. Neither may throw. */
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
 * Sends a command to one device, wherever its connection is held. `timeout` in ms counts from when the device is asked; a device busy
 * with other commands is waited for as long again. `work`: who ordered it. Observers are asked before it goes and get its outcome.
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

/** Milliseconds after which no answer can come any more. */
export const longest = (timeout: number) => 2 * timeout + 5000
