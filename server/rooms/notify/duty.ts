import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { dutyErrors as errors } from '@belvedere/contract/rooms/notify/duty-errors.ts'
import { dutyCalls } from '@belvedere/contract/rooms/notify/duty.ts'
import { userErrors } from '@belvedere/contract/rooms/notify/user-errors.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { defineUndo, type Reversal } from '../../engines/undo/define-undo.ts'
import { isTimeZone } from '../scene/api.ts'
import { type DutyRota, onDuty, shiftEnds } from './duty/duty-rules.ts'
import { dropDuty, findDuty, holdDuty, saveDuty, type StoredDuty, listMembers } from './duty/store.ts'
import { contactChanged } from './contact/changed.events.ts'

const none: StoredDuty = {
  member_ids: [],
  every_days: 7,
  minute: 540,
  first_day: '2026-01-05',
  time_zone: 'Asia/Shanghai',
  rev: 0,
  changed_by: '',
}

export const calls = implement(dutyCalls, {
  async show(ctx) {
    const duty = (await findDuty(ctx)) ?? none
    const found = await listMembers(ctx, duty.member_ids)
    const people = new Map(found.map(({ id, name }) => [id, { id, name }]))
    const able = new Set(found.flatMap((one) => (one.able ? one.id : [])))
    const person = (at: number) => people.get(onDuty(duty, able, at) ?? 0) ?? null
    const ends = shiftEnds(duty, ctx.now())
    return {
      ...duty,
      // a removed member has no turn until its removal is undone
      member_ids: duty.member_ids.filter((id) => people.has(id)),
      members: duty.member_ids.flatMap((id) => people.get(id) ?? []),
      now: person(ctx.now()),
      next: person(ends),
      next_at: able.size > 0 ? ends : null,
    }
  },
  async set(ctx, { rev, ...duty }) {
    const before = (await holdDuty(ctx)) ?? none
    if (before.rev !== rev) throw refuse(commonErrors.changedMeanwhile, { by: before.changed_by })
    if (!isTimeZone(duty.time_zone)) throw refuse(userErrors.unknownTimeZone)
    const members = await listMembers(ctx, duty.member_ids)
    if (members.length < duty.member_ids.length) throw refuse(errors.noSuchContact)
    return { rev: await write(ctx, before, duty) }
  },
})

async function write(ctx: Ctx, before: DutyRota, duty: DutyRota): Promise<number> {
  const there = duty.member_ids.length > 0
  if (!there) await dropDuty(ctx)
  const rev = there ? await saveDuty(ctx, duty, ctx.session?.name ?? '', ctx.now()) : 1
  ctx.audit({ object: 'alarm-duty', before: loggedOf(before), after: loggedOf(duty) })
  ctx.emit(contactChanged, { team_id: ctx.access.team_id })
  return rev
}

/** For the audit log: the members as one text, because their order matters. */
const loggedOf = ({ member_ids, every_days, minute, first_day, time_zone }: DutyRota) => ({
  order: member_ids.join(' '),
  every_days,
  minute,
  first_day,
  time_zone,
})

const duty: Reversal = {
  kind: 'alarm-duty',
  read: async (ctx) => loggedOf((await holdDuty(ctx)) ?? none),
  async change(ctx, _, to) {
    const now = (await holdDuty(ctx)) ?? none
    const { order, ...input } = { ...loggedOf(now), ...(to as Partial<ReturnType<typeof loggedOf>>) }
    const member_ids = order.split(' ').filter(Boolean).map(Number)
    await write(ctx, now, { ...input, member_ids })
  },
}

export const undo = defineUndo(dutyCalls, { set: duty })
