import { randomUUID } from 'node:crypto'
import { Access } from '../../kernel/access.ts'
import type { System } from '../../kernel/implement.ts'
import { sendCommand } from '../../devices/send-command.ts'
import { type HeldDevice, pickDevices } from '../device/api.ts'
import { type ItemEnd, endOf } from '../task/api.ts'
import { listUnkept } from './store.ts'
import { requestBackups, BACKUP_TIME, type BackupOrder, canBackUp, settleBackup } from './order-backup.ts'

/** The backup result of one device: `able` false when its type does not support backups. */
export type BackedUp = { backup_id: number } | { failed: ItemEnd; able: boolean }

const AT_ONCE = 200

/**
 * Backs up devices before a change; returns the result of each once it is stored. A device that is offline or does not
 * support it is `failed`: the caller decides whether to continue. `timeout` in ms for each device.
 */
export async function backupBefore(
  system: System,
  device_ids: readonly number[],
  { operator = '', note = '', timeout = BACKUP_TIME } = {},
): Promise<Map<number, BackedUp>> {
  const devices = await pickDevices({ db: system.db, access: Access.system }, device_ids)
  const order: BackupOrder = { source: 'change', operator, note, task_id: null, ask: randomUUID() }
  const ask = await requestBackups(system, system.db, devices.filter(canBackUp), order)
  const found = new Map<number, BackedUp>()
  const queue = devices[Symbol.iterator]()
  const lane = async () => {
    for (const device of queue) found.set(device.id, await backUp(device))
  }
  const backUp = async (device: HeldDevice): Promise<BackedUp> => {
    if (!canBackUp(device)) return { failed: { device_id: device.id, result: 1, reason: 'unsupported' }, able: false }
    const outcome = await sendCommand(system, device.id, ask(device), timeout)
    return backedUp(await settleBackup(system, order, device, endOf(device.id, outcome)))
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, devices.length) }, lane))
  return found
}

/**
 * As `backupBefore`, only for devices without a backup of their running configuration. Returns how many have one now,
 * and how many failed. A failure is no reason to stop: the caller has another way to restore.
 */
export async function backupUnkept(
  system: System,
  device_ids: readonly number[],
  how: { operator: string; note: string; timeout: number },
): Promise<{ kept: number; failed: number }> {
  const ids = await listUnkept(system.db, device_ids)
  const ends = ids.length > 0 ? [...(await backupBefore(system, ids, how)).values()] : []
  const kept = ends.filter((end) => 'backup_id' in end).length
  return { kept, failed: ends.length - kept }
}

/** Results of devices that have no backup to give. */
const nothing: readonly (string | undefined)[] = ['unsupported', 'unsent']

/** The backup of a result, or the reason why there is none. */
export function backedUp(end: ItemEnd): BackedUp {
  const { backup_id } = (end.data ?? {}) as { backup_id?: unknown }
  return end.result === 0 && typeof backup_id === 'number'
    ? { backup_id }
    : { failed: end, able: !nothing.includes(end.reason) }
}
