import { deviceErrors as errors } from '@belvedere/contract/rooms/device/errors.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { askBackups, BACKUP_TIME, type BackupOrder, settleBackup } from '../backup/order-backup.ts'
import { imageFor } from '../../firmware/api.ts'
import type { HeldDevice } from '../store.ts'
import { agentPackage } from './package.ts'
import type { Run } from './run-task.ts'
import type { Orderer, Plan } from './start-task.ts'
import { issueTickets } from './tickets.ts'

/** A command as data: what a timer and a device that is waited for keep, to make the plan of it when its time has come. */
export type Order =
  | { kind: 'reboot' }
  | { kind: 'backup'; source: 'manual' | 'timer'; note: string }
  | { kind: 'upgrade'; firmware_id?: number; uri?: string; sha256?: string; signature?: string }

/** Milliseconds for one device: a reboot is acknowledged at once, an upgrade answers after the download. */
const TIME = { reboot: 30_000, upgrade: 600_000 }

/** The family that runs our own agent; its package is the one this server ships. */
const AGENT = 'linux-agent'

/** What an order means for devices, on behalf of whoever gives it. Its `prepare` refuses what cannot be done. */
export function planOf(by: Orderer, order: Order): Plan {
  switch (order.kind) {
    case 'reboot':
      return {
        type: 'reboot',
        timeout: TIME.reboot,
        // it is a word and an answer: a batch as large as a call takes goes out together
        atOnce: 10_000,
        order,
        outermostFirst: true,
        commandOf: () => ({ verb: 'reboot', args: {} }),
      }
    case 'backup':
      return backup(by, order)
    case 'upgrade':
      return upgrade(by, order)
  }
}

function backup(by: Orderer, order: Order & { kind: 'backup' }): Plan {
  const { source, note } = order
  const asked = (task_id: number): BackupOrder => ({
    source,
    note,
    operator: by.operator,
    task_id,
    ask: `task ${task_id}`,
  })
  return {
    type: 'backup',
    timeout: BACKUP_TIME,
    order,
    prepare: (devices, task_id) => askBackups(by.system, by.db, devices, asked(task_id)),
    settle: (task_id, device, end) => settleBackup(by.system, asked(task_id), device, end),
  }
}

function upgrade(by: Orderer, order: Order & { kind: 'upgrade' }): Plan {
  const { kind: _, ...given } = order
  return {
    type: 'upgrade',
    timeout: TIME.upgrade,
    note: given,
    order,
    // an uplink that restarts would cut the download of what hangs on it
    outermostFirst: true,
    prepare: async (devices, task_id) => {
      if (given.firmware_id) return libraryImage(by, devices, task_id, given.firmware_id)
      return given.uri ? () => ({ verb: 'upgrade', args: given }) : ownPackage(by, devices, task_id)
    },
  }
}

/** Seconds a device may fetch the image and, when its line breaks, fetch the rest. */
const IMAGE_VALID = 6 * 3600

async function libraryImage(
  by: Orderer,
  devices: readonly HeldDevice[],
  task_id: number,
  firmware_id: number,
): Promise<Run['commandOf']> {
  const { file, filename, signature } = await imageFor(
    by,
    firmware_id,
    devices.map(({ id }) => id),
  )
  const list = devices.map(({ id }) => ({ device_id: id, args: { file }, filename }))
  const uris = await issueTickets(by.system, by.db, 'package', task_id, list, IMAGE_VALID)
  return ({ id }) => ({
    verb: 'upgrade',
    args: { uri: uris.get(id), sha256: file, ...(signature ? { signature } : {}) },
  })
}

/** Without an address only hosts with our agent can be upgraded. */
async function ownPackage(by: Orderer, devices: readonly HeldDevice[], task_id: number): Promise<Run['commandOf']> {
  const made = devices.every(({ family }) => family === AGENT) ? await agentPackage(by.system) : undefined
  if (!made) throw refuse(errors.noPackage, undefined, { fields: { uri: errors.noPackage[by.lang] } })
  const { file, sha256, signature } = made
  const list = devices.map(({ id }) => ({ device_id: id, args: { file } }))
  const uris = await issueTickets(by.system, by.db, 'package', task_id, list)
  return ({ id }) => ({ verb: 'upgrade', args: { uri: uris.get(id), sha256, signature } })
}
