import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { NobodyServes, TimedOut } from '../../../kernel/bus.ts'
import { type CommandAnswer, commandSubject } from '../../../kernel/device-link.ts'
import type { System } from '../../../kernel/implement.ts'
import type { ItemEnd } from '../../log/api.ts'
import { declareAbsence, shortenAbsence, withdrawAbsence, type Work } from '../absence/declare.ts'

/** How one question to a device ended, whatever went wrong on the way. */
export type Told = { answer: CommandAnswer } | { nobody: true } | { late: true } | { broken: string }

/**
 * Asks one device, wherever its connection is held. `timeout` in ms counts from when the device is asked; a device busy with
 * other commands is waited for as long again. That it goes away for what it is told is declared before; `work`: who ordered it.
 */
export async function tellDevice(
  system: System,
  device_id: number,
  command: DeviceCommand,
  timeout: number,
  work?: Work,
): Promise<Told> {
  const absence = await declareAbsence(system, device_id, command, work)
  const told = await ask(system, device_id, command, timeout)
  if (isRefused(told)) await withdrawAbsence(system, absence)
  else if ('answer' in told) await shortenAbsence(system, device_id, command, absence)
  return told
}

/** A clear no, or nobody there: the device stays as it is. */
const isRefused = (told: Told): boolean =>
  'nobody' in told || ('answer' in told && ('unsupported' in told.answer || told.answer.result === 1))

async function ask({ bus, log }: System, device_id: number, command: DeviceCommand, timeout: number): Promise<Told> {
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

/** The end of a task's item. An offline device fails at once, one that cannot do it says so. */
export function endOf(device_id: number, told: Told): ItemEnd {
  if ('nobody' in told) return { device_id, result: 1, reason: 'offline' }
  if ('late' in told) return { device_id, result: 2, reason: 'timeout' }
  if ('broken' in told) return { device_id, result: 1, reason: 'failed', msg: told.broken }
  const { answer } = told
  if ('unsupported' in answer) return { device_id, result: 1, reason: 'unsupported' }
  const { result, msg, data } = answer
  return { device_id, result, reason: ['', 'failed', 'timeout'][result] || undefined, msg: msg.slice(0, 4000), data }
}
