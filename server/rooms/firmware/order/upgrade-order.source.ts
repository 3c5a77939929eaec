import { defineOrder, issueTickets, offerImages, requireNone } from '../../task/api.ts'
import { checkUpgrade } from './check-upgrade.ts'

/** Milliseconds for one device: it answers after the download. */
const TIME = 600_000

/** A device keeps its configuration unless a clean upgrade is requested. */
type Keep = { keep_config?: 0 }

/** Seconds for which a device may fetch the image and, after a broken connection, the rest of it. */
const IMAGE_VALID = 6 * 3600

export const upgradeOrder = defineOrder({
  kind: 'upgrade',
  plan(by, order) {
    const { kind: _, clean, ...given } = order
    const keep: Keep = clean ? { keep_config: 0 } : {}
    return {
      type: 'upgrade',
      timeout: TIME,
      note: { ...given, ...(clean ? { clean } : {}) },
      order,
      // an uplink that restarts would interrupt the downloads behind it
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
  },
})
