import { changeErrors as errors } from '@belvedere/contract/rooms/change/errors.ts'
import { say } from '@belvedere/contract/kit/text.ts'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { noteShared } from '../../../kernel/http/note-shared.ts'
import { refuse } from '../../../kernel/refuse.ts'
import {
  checkEdits,
  type CompiledDevice,
  compileDevices,
  devicesTouched,
  hideEdits,
  insertHolds,
  saveRevisions,
} from '../../intent/api.ts'
import { networkAround } from '../blast/network.ts'
import type { ConfirmationInput } from '../../../engines/confirm/confirm.ts'
import { requireConfirmed } from '../../../engines/confirm/require-confirmed.ts'
import { MOST_DEVICES } from '../review/review.ts'
import { canaryOf, type ApplyOptions, planWaves } from '../rules.ts'
import {
  addTrail,
  type ChangeCandidateRow,
  findReserved,
  insertItems,
  type ItemRefusal,
  listCandidates,
  listEdits,
  type NewItem,
  type SetDetail,
  startSet,
} from '../store.ts'

/** The input of a person who reviewed the set. */
interface StartSetInput extends ConfirmationInput {
  /** Devices that the person named; absent: all reviewed devices. */
  readonly named?: readonly number[]
}

/**
 * Starts a draft: every device that changes gets its configuration, its configuration number and its wave, and is
 * reserved. All of it is stored before anything is sent.
 */
export async function startChange(
  ctx: Ctx,
  draft: SetDetail,
  options: ApplyOptions,
  confirmed?: StartSetInput,
): Promise<number> {
  const edits = await listEdits(ctx, draft.id)
  await refuseForeign(ctx, edits)
  const touched = await devicesTouched(ctx, edits)
  if (touched.length > MOST_DEVICES) throw refuse(errors.tooManyDevices, { most: MOST_DEVICES })
  const compiled = await compileDevices(ctx, touched, edits)
  const ids = touched.filter((id) => compiled.get(id)?.changed)
  const left = leftOut(ctx, touched, compiled)
  const sent = ids.filter((id) => !left.has(id))
  // the documents are built while the devices are read
  const [held, revisions] = await Promise.all([
    insertHolds(ctx, sent, draft.id),
    revisionsOf(ctx, draft, ids, compiled),
  ])
  if (!held) await refuseReserved(ctx, sent, draft.id)
  const facts = await listCandidates(ctx, [...new Set([...ids, ...left.keys()])])
  if (sent.length === 0 && facts[0]) throw refuseAll(facts[0], left)
  // devices that roll back by themselves interrupt others only until they notice
  const stays = facts.filter(({ id, returns }) => !returns && !left.has(id)).map(({ id }) => id)
  if (confirmed) await requireConfirmed(ctx, { ids: stays, action: 'configure', named: confirmed.named }, confirmed)
  const network = await networkAround(ctx, sent)
  const canary = canaryOf(
    facts.filter(({ id }) => !left.has(id)),
    options,
  )
  const watched = await network.behind(canary)
  const now = ctx.now()
  const waves = planWaves(sent, canary, network.links)
  await insertItems(ctx, draft.id, itemsOf(facts, { compiled, revisions, waves, left }), now)
  const terminals_before = await network.terminals([...canary, ...watched])
  const by = ctx.session?.name ?? ''
  const scene_ids = [...new Set(facts.map(({ scene_id }) => scene_id))]
  const start = { name: draft.name, options, device_cnt: facts.length, scene_ids, watched, terminals_before, now }
  await startSet(ctx, draft.id, start)
  await addTrail(ctx, draft.id, {
    at: now,
    by,
    what: 'applied',
    data: { devices: facts.length, canary: canary.length },
  })
  const all = facts.map(({ id }) => id)
  const after = { edits: hideEdits(edits), devices: all.length, ids: all.slice(0, 200), options }
  ctx.audit({ object: `change:${draft.id}`, name: draft.name, after })
  noteShared(ctx, scene_ids, (scene) => {
    const here = facts.filter(({ scene_id }) => scene_id === scene).map(({ id }) => id)
    return { object: `change:${draft.id}`, name: draft.name, after: { devices: here.length, ids: here.slice(0, 200) } }
  })
  return facts.length
}

/** Maximum number of refusals stored for one device. */
const MOST_REFUSALS = 20

/** The refusals of an intent. */
const refusedOf = (compiled: CompiledDevice | undefined): ItemRefusal[] =>
  (compiled?.refusals ?? [])
    .filter(({ intent }) => intent !== '')
    .slice(0, MOST_REFUSALS)
    .map(({ intent, reason, instead }) => ({ intent, reason, ...(instead === undefined ? {} : { instead }) }))

type Left = ReadonlyMap<number, { why: 'unread' | 'blocked'; msg: string }>

/** Devices whose intent cannot be sent, with the reason. */
function leftOut({ lang }: Ctx, touched: readonly number[], compiled: ReadonlyMap<number, CompiledDevice>): Left {
  const left = new Map<number, { why: 'unread' | 'blocked'; msg: string }>()
  for (const id of touched) {
    const { blocked, changed, unread } = compiled.get(id) ?? {}
    if (blocked) left.set(id, { why: 'blocked', msg: say(blocked, lang) })
    else if (changed && unread) left.set(id, { why: 'unread', msg: '' })
  }
  return left
}

/** No device can be sent anything. */
function refuseAll({ id, name }: ChangeCandidateRow, left: Left): Error {
  const { why, msg } = left.get(id) ?? {}
  return why === 'blocked'
    ? refuse(errors.blocked, { device: name, reason: msg ?? '' })
    : refuse(errors.unread, { device: name })
}

/** The author's rights may have changed since the draft was written. */
async function refuseForeign(ctx: Ctx, edits: readonly Edit[]): Promise<void> {
  const places = edits.map((edit) => ({ ...edit, set: null }))
  await checkEdits(ctx, places, ctx.lang)
}

/** Even when the other set has ended meanwhile: not all devices are reserved for this set. */
async function refuseReserved(ctx: Ctx, ids: readonly number[], own: number): Promise<never> {
  const taken = await findReserved(ctx, ids, own)
  throw refuse(errors.deviceBusy, taken ?? { device: '', set: '', by: '' })
}

type Revisions = Awaited<ReturnType<typeof saveRevisions>>

function revisionsOf(
  ctx: Ctx,
  { id, operator }: SetDetail,
  ids: readonly number[],
  compiled: ReadonlyMap<number, CompiledDevice>,
): Promise<Revisions> {
  const made = ids.flatMap((device_id) => {
    const { document, explanation, refusals } = compiled.get(device_id) ?? {}
    return document ? [{ device_id, document, explanation, refusals }] : []
  })
  return saveRevisions(ctx, made, { source: 'change', change_id: id, by: operator, now: ctx.now() })
}

interface StartSetPlan {
  compiled: ReadonlyMap<number, CompiledDevice>
  revisions: Revisions
  waves: ReadonlyMap<number, number>
  left: Left
}

function itemsOf(facts: readonly ChangeCandidateRow[], { compiled, revisions, waves, left }: StartSetPlan): NewItem[] {
  return facts.flatMap(({ id: device_id, sn, name, scene_id }) => {
    const revision = revisions.get(device_id)
    const { why = null, msg = '' } = left.get(device_id) ?? {}
    if (!revision && why !== 'blocked') return []
    const place = { device_id, sn, name, scene_id, wave: waves.get(device_id) ?? 1 }
    return [
      {
        ...place,
        after_id: revision?.id ?? null,
        uuid: revision?.uuid ?? 0,
        skipped: why,
        msg,
        refusals: refusedOf(compiled.get(device_id)),
      },
    ]
  })
}
