import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { alarmState } from '@belvedere/contract/rooms/alarm/enums.ts'
import { logCalls } from '@belvedere/contract/rooms/alarm/log.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { defineUndo, type Reversal } from '../../kernel/undo.ts'
import { alarmChanged } from './changed.ts'
import { catalogue, wordsOf } from './catalogue.ts'
import { countOpen, type Held, holdAlarms, judgeAlarms, listAlarms, removeAlarms, type State } from './store.ts'

const { open, solved, ignored } = alarmState.id

export const calls = implement(logCalls, {
  async list(ctx, asked) {
    const { total, list } = await listAlarms(ctx, asked)
    return {
      total,
      list: list.map(({ key, params, ...row }) => ({ ...row, ...wordsOf({ ...row, key, params }, ctx.lang) })),
    }
  },
  async count(ctx, { scene_id }) {
    const open = await countOpen(ctx, scene_id)
    return { critical: open.get(1) ?? 0, warning: open.get(2) ?? 0, notice: open.get(3) ?? 0 }
  },
  async type(ctx) {
    return { list: [...catalogue.values()].map(({ id, words, level }) => ({ id, name: words[ctx.lang], level })) }
  },
  ignore: (ctx, { ids, until, note }) => judge(ctx, ids, { state: ignored, ignored_until: until ?? null, note }),
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
    const reason = { zh: '告警仍在持续', en: 'Its cause is still there' }[ctx.lang]
    const rejected = held
      .filter(({ lasting }) => lasting)
      .map(({ id, device_name }) => ({ id, name: device_name, reason }))
    return { total_cnt: ids.length, err_cnt: ids.length - over.length, ...(rejected.length && { rejected }) }
  },
})

interface Judgement {
  state: State
  ignored_until: number | null
  note: string | undefined
}

async function judge(ctx: Ctx, ids: readonly number[], to: Judgement) {
  const held = await holdAlarms(ctx, ids)
  if (ids.length === 1 && held.length === 0) throw refuse(commonErrors.notFound)
  await bring(ctx, held, to)
  return { total_cnt: ids.length, err_cnt: ids.length - held.length }
}

async function bring(ctx: Ctx, held: readonly Held[], { state, ignored_until, note }: Judgement): Promise<void> {
  const by = state === open ? '' : (ctx.session?.name ?? '')
  await judgeAlarms(
    ctx,
    held.map(({ id }) => id),
    { state, ignored_until, note, by },
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

const namesOf = (held: readonly Held[]) =>
  held
    .slice(0, 3)
    .map(({ device_name }) => device_name)
    .join(', ')

function announce(ctx: Ctx, held: readonly Held[]): void {
  if (held.length) ctx.emit(alarmChanged, { scene_ids: [...new Set(held.map(({ scene_id }) => scene_id))] })
}

const asItWas: Reversal = {
  kind: 'alarm',
  async read(ctx, id) {
    const [one] = await holdAlarms(ctx, [id])
    return one && { state: one.state, ignored_until: one.ignored_until, note: one.note }
  },
  async change(ctx, id, to) {
    await bring(ctx, await holdAlarms(ctx, [id]), to as unknown as Judgement)
  },
}
const gone = { zh: '已清除的告警不再保留', en: 'Alarms that were cleared are not kept' }

export const undo = defineUndo(logCalls, { ignore: asItWas, solve: asItWas, clear: gone })
