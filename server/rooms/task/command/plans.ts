import type { Orderer, Plan } from './plan.ts'
import { askBackups, BACKUP_TIME, type BackupOrder, settleBackup } from '../../backup/api.ts'
import { checkUpgrade, requireNone } from './check-upgrade.ts'
import { offerImages } from '../fetch/offer-images.ts'
import { issueTickets } from './tickets.job.ts'
import type { Order } from './order.ts'

/** Milliseconds for one device: a reboot is acknowledged at once, an upgrade answers after the download. */
const TIME = { reboot: 30_000, upgrade: 600_000 }

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
  const { kind: _, clean, ...given } = order
  const keep: Keep = clean ? { keep_config: 0 } : {}
  return {
    type: 'upgrade',
    timeout: TIME.upgrade,
    note: { ...given, ...(clean ? { clean } : {}) },
    order,
    // an uplink that restarts would cut the download of what hangs on it
    outermostFirst: true,
    obstacles: (devices) => checkUpgrade(by, order, devices),
    prepare: async (devices, task_id) => {
      const { image, agent, ...obstacles } = await checkUpgrade(by, order, devices)
      requireNone(obstacles)
      if (image) {
        const args = await offerImages(by.system, by.db, task_id, devices, { image, valid: IMAGE_VALID })
        return ({ id }) => ({ verb: 'upgrade', args: { ...args.get(id), ...keep } })
      }
      if (!agent) return () => ({ verb: 'upgrade', args: { ...given, ...keep } })
      const { file, sha256, signature } = agent
      const list = devices.map(({ id }) => ({ device_id: id, args: { file } }))
      const uris = await issueTickets(by.system, by.db, 'package', task_id, list)
      return ({ id }) => ({ verb: 'upgrade', args: { uri: uris.get(id), sha256, signature } })
    },
  }
}

/** A device keeps its configuration unless a clean upgrade is requested. */
type Keep = { keep_config?: 0 }

/** Seconds a device may fetch the image and, when its line breaks, fetch the rest. */
const IMAGE_VALID = 6 * 3600
