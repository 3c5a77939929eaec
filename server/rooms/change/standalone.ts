import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { standaloneCalls } from '@belvedere/contract/rooms/change/standalone.ts'
import { say, type Words } from '@belvedere/contract/kit/text.ts'
import { changeErrors } from '@belvedere/contract/rooms/change/errors.ts'
import { deviceSceneChanged } from '../../devices/device-link.ts'
import { discoverDrivers } from '../../devices/discover-drivers.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { defineUndo, type Reversal } from '../../engines/undo/define-undo.ts'
import { devicesOut, findDevice, type HeldDevice, holdDevices, setStandalone } from '../device/api.ts'
import { deleteConfigs } from '../intent/api.ts'
import { findReserved } from './store.ts'

export const calls = implement(standaloneCalls, {
  async set(ctx, { ids, standalone = 1 }) {
    const devices = await holdDevices(ctx, ids)
    const reasons = await reasonsAgainst(ctx, devices)
    const going = devices.filter(({ id }) => !reasons.has(id))
    const how = { standalone: standalone === 1, by: ctx.session?.name ?? '', at: ctx.now() }
    const mine = going.map(({ id }) => id)
    const changed = await setStandalone(ctx, mine, how)
    if (standalone === 1) await deleteConfigs(ctx, [...changed])
    for (const { id, name, scene_id } of going) {
      if (!changed.has(id)) continue
      ctx.audit({
        object: `device:${id}`,
        name,
        scene_id,
        before: { standalone: standalone === 1 ? 0 : 1 },
        after: { standalone },
      })
      // listeners of this event read the configuration of a reclaimed device again
      ctx.emit(deviceSceneChanged, { device_id: id, scene_id, from: scene_id })
    }
    return devicesOut(ctx, ids, going, ({ id }) => reasons.get(id) ?? commonErrors.notFound)
  },
})

const cannot: Words = { zh: '该设备本就不由平台配置', en: 'This device is not configured from here at all' }

/** The reasons against releasing or reclaiming a device. */
async function reasonsAgainst(ctx: Ctx, devices: readonly HeldDevice[]): Promise<Map<number, Words>> {
  const families = new Set((await discoverDrivers()).filter(({ compile }) => compile).map(({ family }) => family))
  const reasons = new Map<number, Words>()
  for (const { id, family } of devices) if (!families.has(family)) reasons.set(id, cannot)
  const ids = devices.map(({ id }) => id)
  if (!(await findReserved(ctx, ids))) return reasons
  for (const id of ids) {
    const taken = await findReserved(ctx, [id])
    if (taken) reasons.set(id, filled(changeErrors.deviceBusy, taken))
  }
  return reasons
}

const filled = (words: Words, values: Record<string, string>): Words => ({
  zh: say(words, 'zh', values),
  en: say(words, 'en', values),
})

const alone: Reversal = {
  kind: 'device',
  async read(ctx, id) {
    const found = await findDevice(ctx, id)
    return found && { standalone: found.standalone }
  },
  change: (ctx, id, to) => calls.handlers.set(ctx, { ids: [id], standalone: to['standalone'] === 1 ? 1 : 0 }),
}

export const undo = defineUndo(standaloneCalls, { set: alone })
