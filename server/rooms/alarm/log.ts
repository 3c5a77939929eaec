import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { Words } from '@belvedere/contract/kit/text.ts'
import { alarmState } from '@belvedere/contract/rooms/alarm/enums.ts'
import { logCalls } from '@belvedere/contract/rooms/alarm/log.ts'
import { alarmTitles, titleOf } from '@belvedere/contract/rooms/alarm-type/titles.ts'
import { batchOut, listing } from '../../engines/batch-out/batch-out.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { defineUndo, type Reversal } from '../../engines/undo/define-undo.ts'
import { alarmChanged } from './changed.events.ts'
import { catalogue, wordsOf } from '../alarm-type/api.ts'
import { calls as silences, silenceBack } from './silence.ts'
import {
  countOpen,
  findAlarms,
  handlingSince,
  type HeldAlarm,
  holdAlarms,
  setAlarmState,
  listAlarms,
  listSeen,
  removeAlarms,
  type AlarmState,
} from './store.ts'

const { open, solved, ignored } = alarmState.id

/** As in the contract. */
const FOUND = 8

export const calls = implement(logCalls, {
  async list(ctx, input) {
    const { total, list } = await listAlarms(ctx, input)
    return {
      total,
      list: list.map(({ key, params, ...row }) => ({ ...row, ...wordsOf({ ...row, key, params }, ctx.lang) })),
    }
  },
  async find(ctx, { search }) {
    const text = search.trim().toLowerCase()
    if (!text) return { list: [] }
    const types = [...catalogue.values()].filter(({ id }) => alarmTitles[id][ctx.lang].toLowerCase().includes(text))
    const list = await findAlarms(
      ctx,
      text,
      types.map(({ id }) => id),
      FOUND,
    )
    return { list: list.map(({ key, params, ...row }) => ({ ...row, ...wordsOf({ ...row, key, params }, ctx.lang) })) }
  },
  async count(ctx, { scene_id }) {
    const open = await countOpen(ctx, scene_id)
    return { critical: open.get(1) ?? 0, warning: open.get(2) ?? 0, notice: open.get(3) ?? 0 }
  },
  handling: (ctx, { scene_id, from }) => handlingSince(ctx, from, scene_id),
  async ignore(ctx, { ids, until, note, object }) {
    const outcome = await judge(ctx, ids, { state: ignored, ignored_until: until ?? null, note })
    if (object) await hushObjects(ctx, ids, until ?? null)
    return outcome
  },
  async note(ctx, { ids, note }) {
    const held = await holdAlarms(ctx, ids)
    for (const [, some] of Map.groupBy(held, ({ state, ignored_until }) => `${state} ${ignored_until}`)) {
      const [{ state, ignored_until, changed_by: by }] = some as [HeldAlarm]
      await bring(ctx, some, { state, ignored_until, note, by })
    }
    return out(ctx, ids, held)
  },
  solve: (ctx, { ids, note }) => judge(ctx, ids, { state: solved, ignored_until: null, note }),
  async clear(ctx, { ids }) {
    const held = await holdAlarms(ctx, ids)
    const over = held.filter(({ lasting }) => !lasting)
    await removeAlarms(
      ctx,
      over.map(({ id }) => id),
    )
    if (over.length) ctx.audit({ object: 'alarm', name: namesOf(over), before: { alarms: over.length } })
    announce(ctx, over)
    return out(ctx, ids, over, { zh: '告警仍在持续', en: 'Its cause persists' })
  },
})

/** Names the alarms that were not changed by their device, with the reason. */
async function out(ctx: Ctx, ids: readonly number[], done: readonly { id: number }[], otherwise?: Words) {
  const seen = done.length < ids.length ? await listSeen({ ...ctx, access: listing(ctx, logCalls.list) }, ids) : []
  return batchOut(ctx, ids, done, seen, otherwise)
}

interface LoggedAcknowledgement {
  state: AlarmState
  ignored_until: number | null
  note: string | undefined
  /** The account that decided; absent: the caller. */
  by?: string
}

/** Adds silences for later alarms of the same type on the same objects. */
async function hushObjects(ctx: Ctx, ids: readonly number[], to_at: number | null): Promise<void> {
  const held = await holdAlarms(ctx, ids)
  const objects = new Map(held.map((one) => [`${one.device_id} ${one.type} ${one.key}`, one]))
  for (const { scene_id, device_id, device_name, type, key } of objects.values()) {
    const name = `${device_name} ${titleOf(type)[ctx.lang]}`.slice(0, 64)
    await silences.handlers.add(ctx, { kind: 0, name, scene_id, device_id, type, key: key.slice(0, 64), to_at })
  }
}

async function judge(ctx: Ctx, ids: readonly number[], to: LoggedAcknowledgement) {
  const held = await holdAlarms(ctx, ids)
  if (ids.length === 1 && held.length === 0) throw refuse(commonErrors.notFound)
  await bring(ctx, held, to)
  return out(ctx, ids, held)
}

async function bring(
  ctx: Ctx,
  held: readonly HeldAlarm[],
  { state, ignored_until, note, ...who }: LoggedAcknowledgement,
): Promise<void> {
  const by = who.by ?? (state === open ? '' : (ctx.session?.name ?? ''))
  await setAlarmState(
    ctx,
    held.map(({ id }) => id),
    { state, ignored_until, note, by, at: state === open && !note ? null : ctx.now() },
  )
  for (const { id, scene_id, device_name, ...was } of held)
    ctx.audit({
      object: `alarm:${id}`,
      name: device_name,
      scene_id,
      before: { state: was.state, ignored_until: was.ignored_until, note: was.note },
      after: { state, ignored_until, note: note ?? was.note },
    })
  announce(ctx, held)
}

const namesOf = (held: readonly HeldAlarm[]) =>
  held
    .slice(0, 3)
    .map(({ device_name }) => device_name)
    .join(', ')

function announce(ctx: Ctx, held: readonly HeldAlarm[]): void {
  if (held.length) ctx.emit(alarmChanged, { scene_ids: [...new Set(held.map(({ scene_id }) => scene_id))] })
}

const asItWas: Reversal = {
  kind: 'alarm',
  async read(ctx, id) {
    const [one] = await holdAlarms(ctx, [id])
    return one && { state: one.state, ignored_until: one.ignored_until, note: one.note }
  },
  async change(ctx, id, to) {
    await bring(ctx, await holdAlarms(ctx, [id]), to as unknown as LoggedAcknowledgement)
  },
}
const gone = { zh: '已清除的告警不再保留', en: 'Cleared alarms are not kept' }

export const undo = defineUndo(logCalls, {
  ignore: ({ object }) => (object.startsWith('alarm-silence:') ? silenceBack : asItWas),
  note: asItWas,
  solve: asItWas,
  clear: gone,
})
