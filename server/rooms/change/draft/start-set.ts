import { changeErrors as errors } from '@belvedere/contract/rooms/change/errors.ts'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { refuse } from '../../../kernel/refuse.ts'
import {
  checkEdits,
  type CompiledDevice,
  compileDevices,
  devicesTouched,
  hideEdits,
  keepRevisions,
  markPending,
} from '../../intent/api.ts'
import { networkAround } from '../blast/network.ts'
import { MOST_DEVICES } from '../review/review.ts'
import { canaryOf, type Options, planWaves } from '../rules.ts'
import {
  addTrail,
  type DeviceFacts,
  findReserved,
  insertItems,
  listEdits,
  listTouched,
  type NewItem,
  type SetDetail,
  startSet,
} from '../store.ts'

/**
 * Makes a draft a running set: every device that changes gets its configuration and its number, its wave, and is reserved.
 * All of it is kept before anything is sent.
 */
export async function startChange(ctx: Ctx, draft: SetDetail, options: Options): Promise<number> {
  const edits = await listEdits(ctx, draft.id)
  await refuseForeign(ctx, edits)
  const touched = await devicesTouched(ctx, edits)
  if (touched.length > MOST_DEVICES) throw refuse(errors.tooManyDevices, { most: MOST_DEVICES })
  const compiled = await compileDevices(ctx, touched, edits)
  const ids = touched.filter((id) => compiled.get(id)?.changed)
  await refuseReserved(ctx, ids)
  const facts = await listTouched(ctx, ids)
  const network = await networkAround(ctx, ids)
  const canary = canaryOf(facts, options)
  const watched = network.behind(canary)
  const now = ctx.now()
  const waves = planWaves(ids, canary, network.links)
  const items = await itemsOf(ctx, draft, facts, compiled, waves)
  if (!(await insertItems(ctx, draft.id, items, now))) await refuseReserved(ctx, ids)
  await markPending(ctx, ids, now)
  const terminals_before = await network.terminals([...canary, ...watched])
  const by = ctx.session?.name ?? ''
  await startSet(ctx, draft.id, { name: draft.name, options, device_cnt: ids.length, watched, terminals_before, now })
  await addTrail(ctx, draft.id, { at: now, by, what: 'applied', data: { devices: ids.length, canary: canary.length } })
  const after = { edits: hideEdits(edits), devices: ids.length, ids: ids.slice(0, 200), options }
  ctx.audit({ object: `change:${draft.id}`, name: draft.name, after })
  return ids.length
}

/** What was the author's to change when it was drafted may not be any more. */
async function refuseForeign(ctx: Ctx, edits: readonly Edit[]): Promise<void> {
  const places = edits.map((edit) => ({ ...edit, set: null }))
  await checkEdits(ctx, places, ctx.lang)
}

async function refuseReserved(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const taken = await findReserved(ctx, ids)
  if (taken) throw refuse(errors.deviceBusy, taken)
}

async function itemsOf(
  ctx: Ctx,
  { id, operator }: SetDetail,
  facts: readonly DeviceFacts[],
  compiled: ReadonlyMap<number, CompiledDevice>,
  waves: ReadonlyMap<number, number>,
): Promise<NewItem[]> {
  const made = facts.flatMap((one) => {
    const { document, explanation, refusals } = compiled.get(one.id) ?? {}
    return document ? [{ device_id: one.id, document, explanation, refusals }] : []
  })
  const how = { source: 'change' as const, change_id: id, by: operator, now: ctx.now() }
  const revisions = await keepRevisions(ctx, made, how)
  return facts.flatMap(({ id: device_id, sn, name, scene_id }) => {
    const revision = revisions.get(device_id)
    if (!revision) return []
    return [
      { device_id, sn, name, scene_id, wave: waves.get(device_id) ?? 1, after_id: revision.id, uuid: revision.uuid },
    ]
  })
}
