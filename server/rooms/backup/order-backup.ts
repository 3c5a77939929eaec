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

/** Milliseconds for one device: an archive takes time to pack and send, a running configuration does not. */
export const BACKUP_TIME = 300_000

export interface BackupOrder {
  source: BackupSource
  operator: string
  note: string
  task_id: number | null
  /** The id of this backup run; a device answers it once. */
  ask: string
}

/**
 * Supported backups: archives of whole hosts, running configurations, and the last sent configuration for devices that
 * cannot report one.
 */
export const canBackUp = ({ verbs }: Pick<HeldDevice, 'verbs'>) =>
  verbs.includes('backup') || verbs.includes('running') || verbs.includes('configure')

/** Prepares the request to each device: where to send its archive, or to report its running configuration. */
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

/** Stores what the device answered; the result names the backup, not its content. */
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
 * For a device that cannot report its running configuration, such as current switches: the reported base with what was
 * sent and applied since. If the device reports another configuration number, neither is current.
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
