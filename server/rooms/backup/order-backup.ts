import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import type { Db } from '../../kernel/db.ts'
import { Access } from '../../kernel/access.ts'
import type { System } from '../../kernel/implement.ts'
import type { HeldDevice } from '../device/api.ts'
import { type ItemEnd, type TaskTarget, issueTickets } from '../task/api.ts'
import { compileDevices } from '../intent/api.ts'
import { saveDocument } from './save-documents.ts'
import { settleArchive } from './settle-archive.ts'
import type { BackupSource } from './store.ts'

/** Milliseconds for one device: an archive is packed and sent, a running configuration comes at once. */
export const BACKUP_TIME = 300_000

export interface BackupOrder {
  source: BackupSource
  operator: string
  note: string
  task_id: number | null
  /** Names this run of backups; a device answers it once. */
  ask: string
}

/** What can be backed up: archives of whole hosts, running configurations, and what was sent to a device that cannot tell. */
export const canBackUp = ({ verbs }: Pick<HeldDevice, 'verbs'>) =>
  verbs.includes('backup') || verbs.includes('running') || verbs.includes('configure')

/** Prepares the question to each device: where to put its archive, or what it runs. */
export async function requestBackups(
  system: System,
  db: Db,
  devices: readonly HeldDevice[],
  order: BackupOrder,
): Promise<(device: TaskTarget) => DeviceCommand> {
  const { task_id, ...args } = order
  const asksRunning = new Set(devices.filter(isDocument).map(({ id }) => id))
  const list = devices.filter(({ id }) => !asksRunning.has(id)).map(({ id }) => ({ device_id: id, args }))
  const uris = list.length > 0 ? await issueTickets(system, db, 'upload', task_id, list) : new Map<number, string>()
  return ({ id }) =>
    asksRunning.has(id) ? { verb: 'running', args: {} } : { verb: 'backup', args: { uri: uris.get(id) } }
}

const isDocument = (device: HeldDevice) => !device.verbs.includes('backup') && canBackUp(device)

/** Keeps what the device answered; the end names the backup, not what is in it. */
export async function settleBackup(
  system: System,
  order: BackupOrder,
  device: TaskTarget,
  end: ItemEnd,
): Promise<ItemEnd> {
  if (end.reason === 'unsupported') return settleSent(system, order, device, end)
  const { config } = (end.data ?? {}) as { config?: unknown }
  if (end.result !== 0 || config === undefined) return settleArchive(system, order.ask, device, end)
  if (typeof config !== 'object' || config === null || Object.keys(config).length === 0)
    return { ...end, result: 1, reason: 'damaged', data: undefined }
  return keep(system, order, device, end, { config, derived: false })
}

async function keep(
  system: System,
  order: BackupOrder,
  device: TaskTarget,
  end: ItemEnd,
  content: { config: object; derived: boolean },
): Promise<ItemEnd> {
  const kept = await saveDocument(system, { ...order, device_id: device.id, ...content })
  if (!kept) return { ...end, result: 1, reason: 'failed', data: undefined }
  return { ...end, data: { backup_id: kept.id, unchanged: kept.unchanged } }
}

/**
 * A device that cannot say what it runs, as today's switches: what it reports, and what it was sent since and took. One that came
 * back with another number runs neither.
 */
async function settleSent(system: System, order: BackupOrder, device: TaskTarget, end: ItemEnd): Promise<ItemEnd> {
  const at = { db: system.db, access: Access.system, system }
  const compiled = (await compileDevices(at, [device.id])).get(device.id)
  if (!compiled?.before || compiled.lost) return { ...end, reason: compiled ? 'unsent' : end.reason }
  return keep(
    system,
    order,
    device,
    { device_id: device.id, result: 0, msg: '' },
    { config: compiled.before, derived: true },
  )
}
