import { wirelessErrors as errors } from '@belvedere/contract/rooms/wireless/errors.ts'
import { wirelessCalls } from '@belvedere/contract/rooms/wireless/wireless.ts'
import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { Words } from '@belvedere/contract/kit/text.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { type HeldDevice, pickDevices } from '../device/api.ts'
import { addToDraft, changeUpdated } from '../change/api.ts'
import { checkEdits } from '../intent/api.ts'
import { deviceTarget, editsOf, keysWithSecrets, rowsAt, sceneTarget, type EditTarget, wishedOf } from './edits-of.ts'
import { lookAt, missing, noBand, noRadio, mostAffected } from './look-at.ts'
import { listRadios } from './store.ts'
import { bandsOfCapabilities, faultsOf } from './wireless-rules.ts'

type WirelessBatchInput = In<typeof wirelessCalls.batch>

const named: Words = { zh: '批量配置无线', en: 'Wi-Fi of several access points' }

export const calls = implement(wirelessCalls, {
  async batch(ctx, input) {
    const ids = [...new Set(input.ids)]
    const devices = await pickDevices(ctx, ids)
    const skipped = await skippedOf(ctx, devices, input)
    const taking = devices.filter(({ id }) => !skipped.has(id))
    const edits = await editsFor(ctx, input, taking)
    const looked = await lookAt(ctx, devices, edits, skipped)
    const all = [...missing(ctx, ids, devices), ...looked.values()]
    const useful = (id: number) => !looked.get(id)?.skipped
    const kept = edits.filter(({ level, target_id }) => level === 0 || useful(target_id))
    if (input.test !== 1 && kept.length === 0) throw refuse(errors.wifiNothing)
    const draft_id = input.test === 1 ? 0 : await keep(ctx, kept)
    const count = (is: (one: (typeof all)[number]) => boolean) => all.filter(is).length
    const cnt = { err_cnt: count((one) => one.skipped !== ''), changed_cnt: count((one) => one.changed === 1) }
    return { total_cnt: all.length, ...cnt, list: mostAffected(all), draft_id }
  },
})

async function keep(ctx: Ctx, edits: Parameters<typeof addToDraft>[1]): Promise<number> {
  const { id } = await addToDraft(ctx, edits, named[ctx.lang])
  ctx.emit(changeUpdated, { id, uid: ctx.uid, scene_ids: [] })
  return id
}

/** Checked edits of every target; errors are reported for their field. */
async function editsFor(
  ctx: Ctx,
  { networks = [], radios = [], scene_id }: WirelessBatchInput,
  devices: readonly HeldDevice[],
) {
  const wished = wishedOf(networks, radios)
  if (wished.length === 0) throw refuse(errors.wifiNothing)
  const targets: EditTarget[] = scene_id ? [sceneTarget(scene_id)] : devices.map(({ id }) => deviceTarget(id))
  const rows = await rowsAt(ctx, targets, wished)
  const names = networks.map(({ key }) => key)
  const faults = Object.entries(faultsOf({ networks, radios }, keysWithSecrets(targets, rows, names)))
  if (faults.length) {
    const fields = Object.fromEntries(faults.map(([place, words]) => [place, words[ctx.lang]]))
    throw refuse(errors.wifiWrong, undefined, { fields })
  }
  return checkEdits(
    ctx,
    targets.flatMap((target) => editsOf(target, wished, rows)),
    ctx.lang,
  )
}

/** Devices without radios, or without any of the bands in the request. */
async function skippedOf(
  ctx: Ctx,
  devices: readonly HeldDevice[],
  { networks = [], radios = [] }: WirelessBatchInput,
): Promise<Map<number, Words>> {
  const wanted = new Set<string>([...radios.map(({ band }) => band), ...networks.flatMap(({ bands }) => bands ?? [])])
  const anyBand = networks.some(({ bands }) => !bands?.length)
  const skipped = new Map<number, Words>()
  const ids = devices.map(({ id }) => id)
  for (const { id, capabilities } of await listRadios(ctx, ids)) {
    const bands = bandsOfCapabilities(capabilities)
    if (bands === undefined || bands.size === 0) skipped.set(id, noRadio)
    else if (!anyBand && wanted.size > 0 && ![...wanted].some((band) => bands.has(band))) skipped.set(id, noBand)
  }
  return skipped
}
