import { deviceConnected } from '../../../devices/device-link.ts'
import { listen } from '../../../kernel/event.ts'
import { batcher } from '../../../engines/batcher/batcher.ts'
import type { System } from '../../../kernel/implement.ts'
import { sendCommand } from '../../../devices/send-command.ts'
import { targetsOf } from './store.ts'

const TIME = 15_000
/** Maximum number of devices in one query, and milliseconds between two queries. */
const MOST = 500
const EVERY = 500

/**
 * Sends devices the addresses that they ping over their lines: devices with a setting, and `all` of these. An offline
 * device receives them when it connects; it keeps them.
 */
export async function sendTargets(
  system: System,
  device_ids: readonly number[],
  all: readonly number[] = [],
): Promise<void> {
  const rows = await targetsOf(system.db, device_ids)
  const byDevice = Map.groupBy(rows, ({ device_id }) => device_id)
  for (const device_id of new Set([...all, ...byDevice.keys()])) {
    const lines = (byDevice.get(device_id) ?? []).map(({ name, targets }) => ({ name, targets }))
    await sendCommand(system, device_id, { verb: 'measure', args: { lines } }, TIME)
  }
}

const comers = new WeakMap<System, (device_id: number) => Promise<void>>()

function comersOf(system: System): (device_id: number) => Promise<void> {
  const known = comers.get(system)
  if (known) return known
  const look = async (ids: number[]) => {
    await sendTargets(system, ids)
    return ids.map(() => undefined)
  }
  const made = batcher<number, void>(look, MOST, EVERY)
  comers.set(system, made)
  return made
}

/** The addresses may have been changed while a device was offline. */
export const whenCame = listen(deviceConnected, ({ device_id }, system: System) => comersOf(system)(device_id))
