import { driftCalls } from '@belvedere/contract/rooms/intent/drift.ts'
import { intentErrors as errors } from '@belvedere/contract/rooms/intent/errors.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { adoptChanges } from './adopt-drift.ts'
import { type DocumentChange, intentsAt, pointerOf } from './change-rules.ts'
import { intentChanged } from './changed.events.ts'
import { addRules, type DeviceConfig, dropRules, findConfig, holdConfig, listRules } from './config-store.ts'
import { loadDocuments } from './documents.ts'
import { driftOf, markDrift } from './drift-of.ts'
import { maskedAt } from './mask.ts'

export const calls = implement(driftCalls, {
  async list(ctx, { device_id }) {
    const config = await findConfig(ctx, device_id)
    if (!config) throw refuse(errors.badTarget)
    const { wanted, changes } = await driftOf(ctx, config)
    const explanation = await explanationOf(ctx, config)
    const intentsOf = ({ place }: DocumentChange) => {
      const pointer = pointerOf(wanted, place)
      return pointer === undefined ? [] : intentsAt(explanation, pointer)
    }
    return {
      sync: config.sync,
      read_at: config.running_at,
      hunks: changes.slice(0, 500).map((change) => ({ ...hidden(change), intents: intentsOf(change) })),
      ignored: await listRules(ctx, device_id),
    }
  },
  async adopt(ctx, { device_id, places }) {
    const config = await requireHeld(ctx, device_id)
    const { wanted, running, changes } = await driftOf(ctx, config)
    if (!wanted || !running) throw refuse(errors.noConfiguration)
    const chosen = changes.filter(({ place }) => places.includes(place))
    const left = changes.length - chosen.length
    if (chosen.length === 0) return { adopted: 0, left }
    const { notes } = await adoptChanges(ctx, config, { wanted, running, changes }, chosen, who(ctx))
    for (const note of notes) ctx.audit(note)
    ctx.audit({
      object: `drift:${device_id}`,
      scene_id: config.scene_id,
      after: { adopted: chosen.map(({ place }) => place) },
    })
    return { adopted: chosen.length, left: await afterwards(ctx, device_id) }
  },
  async ignore(ctx, { device_id, places }) {
    const config = await requireHeld(ctx, device_id)
    const fresh = await addRules(ctx, device_id, places, who(ctx).by, ctx.now())
    noteRules(ctx, config, fresh, true)
    return { left: await afterwards(ctx, device_id) }
  },
  async heed(ctx, { device_id, ids }) {
    const config = await requireHeld(ctx, device_id)
    const gone = await dropRules(ctx, device_id, ids)
    noteRules(ctx, config, gone, false)
    return { left: await afterwards(ctx, device_id) }
  },
})

/** Rules that were added or removed, by their place: null is none. */
function noteRules(
  ctx: Ctx,
  { device_id, scene_id }: DeviceConfig,
  rules: readonly { place: string }[],
  came: boolean,
): void {
  const [none, all] = [null, true].map((value) => ({
    ignored: Object.fromEntries(rules.map(({ place }) => [place, value])),
  }))
  const [before, after] = came ? [none, all] : [all, none]
  if (rules.length > 0) ctx.audit({ object: `drift:${device_id}`, scene_id, before, after })
}

const who = (ctx: Ctx) => ({ by: ctx.session?.name ?? '', now: ctx.now() })

async function requireHeld(ctx: Ctx, device_id: number): Promise<DeviceConfig> {
  const config = await holdConfig(ctx, device_id)
  if (!config) throw refuse(errors.badTarget)
  return config
}

/** Compares again and notifies browsers; returns how many differences count now. */
async function afterwards(ctx: Ctx, device_id: number): Promise<number> {
  const config = await requireHeld(ctx, device_id)
  const { changes } = await driftOf(ctx, config)
  await markDrift(ctx, config, changes.length, ctx.now())
  ctx.emit(intentChanged, { scene_id: config.scene_id, ids: [device_id] })
  return changes.length
}

async function explanationOf(ctx: Ctx, { desired_notes }: DeviceConfig): Promise<Record<string, string[]>> {
  if (desired_notes === null) return {}
  const open = await loadDocuments(ctx.system, ctx.db, [desired_notes])
  return (open(desired_notes) as { explanation: Record<string, string[]> }).explanation
}

/** Secrets masked; a changed one is shown as two different masks. */
function hidden({ place, before, after }: DocumentChange) {
  const both = before !== undefined && after !== undefined
  return {
    place,
    ...(before === undefined ? {} : { before: maskedAt(place, before, both ? ' #1' : '') }),
    ...(after === undefined ? {} : { after: maskedAt(place, after, both ? ' #2' : '') }),
  }
}
