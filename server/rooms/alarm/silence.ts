import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { In } from '@belvedere/contract/kit/define-calls.ts'
import { alarmTypeErrors } from '@belvedere/contract/rooms/alarm-type/errors.ts'
import { alarmErrors as errors } from '@belvedere/contract/rooms/alarm/errors.ts'
import { silenceCalls } from '@belvedere/contract/rooms/alarm/silence.ts'
import { defineEvent } from '../../kernel/event.ts'
import { captureSnapshots } from '../../engines/deleted-snapshot/snapshot-store.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { defineUndo, type Reversal } from '../../engines/undo/define-undo.ts'
import { titleOf } from '@belvedere/contract/rooms/alarm-type/titles.ts'
import { catalogue } from '../alarm-type/api.ts'
import { holdsUntil, localTime } from './silence/silence-rules.ts'
import {
  addSilence,
  changeSilence,
  holdSilence,
  listSilences,
  removeSilence,
  type SilenceRow,
  type SilenceInput,
  teamOf,
} from './silence/store.ts'
import { reopenSuppressed } from './store.ts'

/** A silence was added, changed or removed. */
export const silenceChanged = defineEvent<{ scene_id: number; uid: number }>('alarm.silence-changed', {
  live: ({ scene_id, uid }) => [
    { topic: 'alarm-silence', scene_id },
    { topic: 'alarm-silence', scene_id: 0, uid },
  ],
})

export const calls = implement(silenceCalls, {
  async list(ctx, input) {
    const now = ctx.now()
    const { total, list } = await listSilences(ctx, input, now)
    return {
      total,
      list: list.map(({ team_id: _, time_zone, ...one }) => ({
        ...one,
        type_name: one.type && titleOf(one.type)[ctx.lang],
        holds: holdsUntil(one, now, localTime(now, time_zone)) === undefined ? (0 as const) : (1 as const),
      })),
    }
  },
  async add(ctx, desired) {
    const one = checked(desired, ctx.now())
    const id = await addSilence(ctx, await requireTeam(ctx, one), one, nameOf(ctx), ctx.now())
    ctx.audit({ object: `alarm-silence:${id}`, name: one.name, ...sceneOf(one), after: one })
    announce(ctx, one)
    return { id, rev: 1 }
  },
  async change(ctx, { id, rev, ...desired }) {
    const before = await requireSilence(ctx, id)
    if (before.rev !== rev) throw refuse(commonErrors.changedMeanwhile, { by: before.changed_by }, { current: before })
    const one = checked(desired, before.from_at)
    await requireTeam(ctx, one)
    await changeSilence(ctx, id, one, nameOf(ctx), ctx.now())
    await reopenSuppressed(ctx, before.name, ctx.now())
    ctx.audit({ object: `alarm-silence:${id}`, name: one.name, ...sceneOf(one), before: wishOf(before), after: one })
    announce(ctx, one)
    return { rev: rev + 1 }
  },
  async remove(ctx, { id }) {
    const before = await requireSilence(ctx, id)
    const snapshot = (await captureSnapshots(ctx.db, 'alarm_silence', [id])).get(id)
    await removeSilence(ctx, id)
    await reopenSuppressed(ctx, before.name, ctx.now())
    ctx.audit({
      object: `alarm-silence:${id}`,
      name: before.name,
      ...sceneOf(before),
      before: wishOf(before),
      snapshot,
    })
    announce(ctx, before)
    return {}
  },
})

const nameOf = ({ session }: Ctx) => session?.name ?? ''
const sceneOf = ({ scene_id }: SilenceInput) => (scene_id ? { scene_id } : {})

function announce(ctx: Ctx, { scene_id }: SilenceInput): void {
  ctx.emit(silenceChanged, { scene_id, uid: ctx.uid })
}

async function requireSilence(ctx: Ctx, id: number): Promise<SilenceRow> {
  const one = await holdSilence(ctx, id)
  if (!one) throw refuse(commonErrors.notFound)
  return one
}

async function requireTeam(ctx: Ctx, one: SilenceInput): Promise<number> {
  const team_id = await teamOf(ctx, one)
  if (team_id === undefined) throw refuse(one.group_id ? alarmTypeErrors.foreignGroup : commonErrors.notFound)
  return team_id
}

/** The silence with defaults filled in; refuses an invalid one. */
function checked(desired: In<typeof silenceCalls.add>, usualFrom: number): SilenceInput {
  const { minute_from = null, minute_to = null, to_at = null, from_at = usualFrom, type = '' } = desired
  if (desired.group_id && desired.scene_id) throw refuse(alarmTypeErrors.onePlace)
  if (to_at !== null && to_at <= from_at) throw refuse(errors.endsBefore)
  if ((minute_from === null) !== (minute_to === null)) throw refuse(errors.halfHours)
  if (type && !catalogue.has(type)) throw refuse(alarmTypeErrors.unknownType)
  const { kind, group_id = 0, scene_id = 0, device_id = 0, below = 0, key = '', weekdays = [] } = desired
  const where = { group_id, scene_id, device_id, below }
  return { kind, name: desired.name.trim(), ...where, type, key, from_at, to_at, weekdays, minute_from, minute_to }
}

const wishFields = [
  ...(['kind', 'name', 'group_id', 'scene_id', 'device_id', 'below', 'type', 'key'] as const),
  ...(['from_at', 'to_at', 'weekdays', 'minute_from', 'minute_to'] as const),
]
const wishOf = (one: SilenceRow) =>
  Object.fromEntries(wishFields.map((field) => [field, one[field]])) as unknown as SilenceInput

/** A silence is undone by its own calls, also when another call created it. */
export const silenceBack: Reversal = {
  kind: 'alarm-silence',
  async read(ctx, id) {
    const one = await holdSilence(ctx, id)
    return one && { ...wishOf(one) }
  },
  async change(ctx, id, to) {
    const now = await requireSilence(ctx, id)
    const desired = { ...wishOf(now), ...(to as Partial<SilenceInput>) }
    await calls.handlers.change(ctx, { id, rev: now.rev, ...desired })
  },
  remove: (ctx, id) => calls.handlers.remove(ctx, { id }),
  async restore(ctx, id, _, raise) {
    await raise()
    announce(ctx, await requireSilence(ctx, id))
  },
}

export const undo = defineUndo(silenceCalls, { add: silenceBack, change: silenceBack, remove: silenceBack })
