import { actErrors as errors } from '@belvedere/contract/rooms/notify/act-errors.ts'
import { actCalls } from '@belvedere/contract/rooms/notify/act.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { handleAlarms, type HandledAlarm, lockTeamAlarms, alarmChanged } from '../alarm/api.ts'
import { writeAuditEntries } from '../log/api.ts'
import { after, appliesTo, LINK_VALID, type LinkAction, noteOf } from './act/act-rules.ts'
import { messageOf } from './act/sign-link.ts'
import { addUse, alarmsOf, holdLinked, type LinkedMessage, listUsed } from './act/store.ts'
import { wordsOf } from '../alarm-type/api.ts'

export const calls = implement(actCalls, {
  async show(ctx, { t }) {
    const message = await requireMessage(ctx, t)
    const told = await lockAlarms(ctx, message)
    return {
      name: message.name,
      team: message.team,
      expires_at: message.created_at + LINK_VALID,
      list: told.map(({ type, key, params, level, state, lasting, acknowledged_at, ...one }) => ({
        ...wordsOf({ type, key, params }, ctx.lang),
        level,
        state,
        lasting,
        acknowledged: acknowledged_at !== null && state === 0 ? (1 as const) : (0 as const),
        device_name: one.device_name,
        scene_name: one.scene_name,
        last_at: one.last_at,
        ignored_until: one.ignored_until,
        changed_by: one.changed_by,
      })),
      used: await listUsed(ctx.db, message.id),
    }
  },
  async act(ctx, { t, action, by: given = '' }) {
    const message = await requireMessage(ctx, t)
    const used = (await listUsed(ctx.db, message.id)).find((one) => one.action === action)
    if (used) throw refuse(errors.linkUsed, { by: used.by })
    const alarms = (await lockAlarms(ctx, message)).filter((one) => appliesTo(action, one))
    if (alarms.length === 0) throw refuse(errors.nothingOpen)
    const by = given.trim() ? `${given.trim()} (${message.name})` : message.name
    await addUse(ctx.db, message.id, { action, at: ctx.now(), by })
    await handle(ctx, message, alarms, action, by)
    return { total_cnt: alarms.length }
  },
})

/** A link permits each action once, only on the alarms of its message, for a limited time. */
async function requireMessage(ctx: Ctx, token: string): Promise<LinkedMessage> {
  const uuid = await messageOf(ctx.system, token)
  const message = uuid && (await holdLinked(ctx.db, uuid, ctx.now() - LINK_VALID))
  if (!message) throw refuse(errors.linkOver)
  return message
}

/** The alarms of a message, in scenes that are still its team's. */
const lockAlarms = async ({ db }: Ctx, { id, team_id }: LinkedMessage) =>
  lockTeamAlarms(db, team_id, await alarmsOf(db, id))

/** The entry of the audit log for each action, by which it is undone. */
const operations: Readonly<Record<LinkAction, string>> = {
  acknowledge: 'POST alarm/log/note',
  silence: 'POST alarm/log/ignore',
  solve: 'POST alarm/log/solve',
}

async function handle(
  ctx: Ctx,
  { team_id, lang }: LinkedMessage,
  alarms: readonly HandledAlarm[],
  action: LinkAction,
  by: string,
): Promise<void> {
  const to = { ...after(action, ctx.now()), note: noteOf(action, by, lang), changed_by: by }
  await handleAlarms(
    ctx.db,
    alarms.map(({ id }) => id),
    to,
    ctx.now(),
  )
  const how = { at: ctx.now(), uid: 0, account: by, team_id, channel: 'link', ip: ctx.ip, request_id: ctx.request_id }
  const entries = alarms.map(({ id, scene_id, device_name, state, ignored_until, note }) => ({
    ...how,
    scene_id,
    call: operations[action],
    object: `alarm:${id}`,
    name: device_name,
    before: { state, ignored_until, note },
    after: { state: to.state, ignored_until: to.ignored_until, note: note || to.note },
  }))
  await writeAuditEntries(ctx.db, entries, ctx.system)
  ctx.emit(alarmChanged, { scene_ids: [...new Set(alarms.map(({ scene_id }) => scene_id))] })
}
