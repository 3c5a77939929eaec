import { changeCalls } from '@belvedere/contract/rooms/change/change.ts'
import { policyCalls } from '@belvedere/contract/rooms/intent/policy.ts'
import { listen } from '../../../kernel/event.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineJob } from '../../../base/jobs/job.ts'
import { Refusal } from '../../../kernel/refuse.ts'
import { inCall } from '../../../engines/act-as/in-call.ts'
import { actAs } from '../../../engines/act-as/act-as.ts'
import {
  devicesStrayed,
  dropPolicies,
  intentChanged,
  listToResend,
  noteResent,
  resendEdits,
  type ToResend,
} from '../../intent/api.ts'
import { writeAuditEntries } from '../../log/api.ts'
import { changeUpdated, changeStarted } from '../api.ts'
import { applyBeside, optionsFor } from '../draft/apply-beside.ts'

const MOST = 500

/**
 * Sends devices that reconnected with another configuration their own again, as a change set of each scene with that
 * policy.
 */
export const resendStrayed = defineJob<unknown, System>({
  name: 'change.resend-strayed',
  every: '* * * * *',
  retries: 0,
  async run(_, system) {
    const due = await listToResend(system, system.now(), MOST)
    for (const list of Map.groupBy(due, ({ scene_id, uid }) => `${scene_id} ${uid}`).values())
      await resend(system, list)
  },
})

/** If the event is lost, the next sweep finds the drift as well. */
export const resendAtOnce = listen(devicesStrayed, (_, system: System) => system.enqueue(resendStrayed, {}))

const named = { zh: '重新下发配置', en: 'Configuration resent' }

async function resend(system: System, devices: readonly ToResend[]): Promise<void> {
  const [{ scene_id, uid } = { scene_id: 0, uid: 0 }] = devices
  const rights = await actAs(system, uid, policyCalls.set, scene_id)
  if ('lost' in rights) return stop(system, { scene_id, uid }, rights.lost)
  const ids = devices.map(({ device_id }) => device_id)
  await noteResent(system, ids, system.now())
  try {
    await inCall(system, rights, changeCalls.apply, async (ctx) => {
      const edits = await resendEdits(ctx, ids)
      if (edits.length === 0) return
      const { id } = await applyBeside(ctx, edits, named[ctx.lang], { options: optionsFor(ids) })
      ctx.emit(changeStarted, { id })
      ctx.emit(changeUpdated, { id, uid: ctx.uid, scene_ids: [scene_id] })
    })
  } catch (error) {
    // they remain drifted, and are displayed as such
    const level = error instanceof Refusal ? 'info' : 'error'
    system.log[level]({ scene_id, error: String((error as Error)?.stack ?? error) }, 'configuration sent again')
  }
}

/** Records in the log of the scene why devices are no longer resent automatically. */
async function stop(system: System, { scene_id, uid }: Omit<ToResend, 'device_id'>, reason: string): Promise<void> {
  await system.database.transaction(async (db) => {
    const { name, team_id } = await dropPolicies(db, scene_id, uid)
    const how = {
      channel: 'timer',
      ip: '',
      request_id: '',
      call: policyCalls.set.at,
      object: `config-policy:${scene_id}`,
    }
    const [before, after] = [{ on_return: 'resend' }, { on_return: 'ask', reason }]
    await writeAuditEntries(
      db,
      [{ at: system.now(), uid, account: '', team_id, scene_id, ...how, name, before, after }],
      system,
    )
  })
  system.emit(intentChanged, { scene_id })
}
