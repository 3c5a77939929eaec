import { reportCalls } from '@belvedere/contract/rooms/change/report.ts'
import { listen } from '../../../kernel/event.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineJob } from '../../../base/jobs/job.ts'
import { Refusal } from '../../../kernel/refuse.ts'
import { inCall } from '../../../engines/act-as/in-call.ts'
import { actAs } from '../../../engines/act-as/act-as.ts'
import { intentChanged } from '../../intent/api.ts'
import { startReporting } from './start-reporting.ts'
import { type DueReport, dropOldRequests, listDue, takeRequests } from './store.ts'

/** Devices of one sweep. */
const MOST = 500
/** Seconds for which a request waits for its device. */
const LIFE = 7 * 86_400

/** The configuration of a device was read. */
export const startWhenRead = listen(intentChanged, ({ ids }, system: System) =>
  ids && ids.length > 0 ? startDue(system, ids) : undefined,
)

export const startRequested = defineJob<unknown, System>({
  name: 'change.start-reporting',
  every: '* * * * *',
  async run(_, system) {
    await dropOldRequests(system.db, system.now() - LIFE)
    await startDue(system, undefined)
  },
})

async function startDue(system: System, ids: readonly number[] | undefined): Promise<void> {
  const due = await listDue(system.db, ids, MOST)
  const groups = Map.groupBy(due, ({ uid, scene_id }) => `${uid} ${scene_id}`)
  for (const group of groups.values()) await startGroup(system, group)
}

/** With the rights of the requester; a temporary refusal is retried. */
async function startGroup(system: System, group: readonly DueReport[]): Promise<void> {
  const [first] = group
  if (!first) return
  const ids = group.map(({ device_id }) => device_id)
  const rights = await actAs(system, first.uid, reportCalls.start, first.scene_id)
  if ('lost' in rights) return void (await takeRequests(system, ids))
  try {
    await inCall(system, rights, reportCalls.start, async (ctx) => startReporting(ctx, await takeRequests(ctx, ids)))
  } catch (error) {
    if (error instanceof Refusal) return
    system.log.error({ ids, error: String((error as Error)?.stack ?? error) }, 'start reporting')
  }
}
