import { aloneCalls } from '@belvedere/contract/rooms/device/alone.ts'
import { say, type Words } from '@belvedere/contract/kit/text.ts'
import { changeErrors } from '@belvedere/contract/rooms/change/errors.ts'
import { deviceMoved } from '../../kernel/device-link.ts'
import { discoverDrivers } from '../../kernel/discover.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { defineUndo, type Reversal } from '../../kernel/undo.ts'
import { findReserved } from '../change/api.ts'
import { forgetConfigs } from '../intent/api.ts'
import { setAlone } from './alone/store.ts'
import { batchOut } from './batch-out.ts'
import { findDevice, type HeldDevice, holdDevices } from './store.ts'

export const calls = implement(aloneCalls, {
  async set(ctx, { ids, alone = 1 }) {
    const devices = await holdDevices(ctx, ids)
    const reasons = await reasonsAgainst(ctx, devices)
    const going = devices.filter(({ id }) => !reasons.has(id))
    const how = { alone: alone === 1, by: ctx.session?.name ?? '', at: ctx.now() }
    const mine = going.map(({ id }) => id)
    const changed = await setAlone(ctx, mine, how)
    if (alone === 1) await forgetConfigs(ctx, [...changed])
    for (const { id, name, scene_id } of going) {
      if (!changed.has(id)) continue
      ctx.audit({ object: `device:${id}`, name, scene_id, before: { alone: alone === 1 ? 0 : 1 }, after: { alone } })
      // one that is taken back is read anew by whoever hears this
      ctx.emit(deviceMoved, { device_id: id, scene_id, from: scene_id })
    }
    return withReasons(batchOut(ids, going, ctx), devices, reasons)
  },
})

const cannot: Words = { zh: '该设备本就不由平台配置', en: 'This device is not configured from here at all' }

/** Why a device cannot be let go of or taken back. */
async function reasonsAgainst(ctx: Ctx, devices: readonly HeldDevice[]): Promise<Map<number, string>> {
  const families = new Set((await discoverDrivers()).filter(({ compile }) => compile).map(({ family }) => family))
  const reasons = new Map<number, string>()
  for (const { id, family } of devices) if (!families.has(family)) reasons.set(id, cannot[ctx.lang])
  const ids = devices.map(({ id }) => id)
  if (!(await findReserved(ctx, ids))) return reasons
  for (const id of ids) {
    const taken = await findReserved(ctx, [id])
    if (taken) reasons.set(id, told(ctx, changeErrors.deviceBusy, taken))
  }
  return reasons
}

const told = ({ lang }: Ctx, words: Words, values: Record<string, string> = {}) => say(words, lang, values)

type Batch = ReturnType<typeof batchOut>

/** Devices that are there are called by their name, with what stands against it. */
function withReasons(batch: Batch, devices: readonly HeldDevice[], reasons: ReadonlyMap<number, string>): Batch {
  const byId = new Map(devices.map((one) => [one.id, one]))
  const rejected = batch.rejected?.map((one) => {
    const reason = reasons.get(one.id)
    return reason ? { ...one, name: byId.get(one.id)?.name || one.name, reason } : one
  })
  return rejected ? { ...batch, rejected } : batch
}

const alone: Reversal = {
  kind: 'device',
  async read(ctx, id) {
    const found = await findDevice(ctx, id)
    return found && { alone: found.alone }
  },
  change: (ctx, id, to) => calls.handlers.set(ctx, { ids: [id], alone: to['alone'] === 1 ? 1 : 0 }),
}

export const undo = defineUndo(aloneCalls, { set: alone })
