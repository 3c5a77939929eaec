import type { WireMessage } from '../client/device-client.ts'
import type { CommandedDevice } from '../device/commanded-device.ts'
import type { PendingCommand } from './command.ts'
import { accessPointCommands } from './access-point.ts'
import { linuxCommands } from './linux.ts'
import { switchCommands } from './switch.ts'

/** How each client handles an unknown method. */
const strangers: Readonly<Record<CommandedDevice['family'], (request: PendingCommand) => void>> = {
  // the access points' client never answers
  ap: () => {},
  // the switches' generic handler reports success for everything
  switch: ({ answer }) => answer(0, 'Success'),
  linux: ({ answer }) => answer(2, 'Not support', { words: { zh: 'Not support', en: 'Not support' } }),
}

const tables = { ap: accessPointCommands, switch: switchCommands, linux: linuxCommands }

/** Executes a command like the device's client program. */
export function answerCommand(device: CommandedDevice, message: WireMessage): void {
  const { method = '', params = {} } = message
  const id = idOf(device, message.id)
  const request: PendingCommand = {
    device,
    params,
    answer: (error, text, status = {}, more = {}) => device.answer(id, { error, text, ...status }, more),
  }
  const table = tables[device.family]
  const handler = Object.hasOwn(table, method) ? table[method] : strangers[device.family]
  handler?.(request)
}

// No client accepts a text as an id: one answers 0, the other null.
function idOf(device: CommandedDevice, id: unknown): unknown {
  if (typeof id !== 'string') return id
  return device.family === 'switch' ? null : 0
}
