import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { deviceErrors as errors } from '@belvedere/contract/rooms/device/errors.ts'
import { watchCalls } from '@belvedere/contract/rooms/device/watch.ts'
import { type Ctx, implement, type System } from '../../kernel/implement.ts'
import { defineJob } from '../../base/jobs/job.ts'
import { refuse } from '../../kernel/refuse.ts'
import { sendCommand } from '../../devices/send-command.ts'
import { pickDevices } from './store.ts'
import { endWatch, deleteWatch, saveWatch, watchesOver } from './watch/store.ts'

/** Seconds between reports, and seconds of reports for one call. */
const EVERY = 5
const LASTS = 90
/** Seconds after which stopping the reports of an unreachable device is abandoned. */
const GIVEN_UP = 3600
const TIME = 15_000

const tell = (system: System, device_id: number, seconds: number) =>
  sendCommand(system, device_id, { verb: 'watch', args: { seconds } }, TIME)

async function watched(ctx: Ctx, id: number) {
  const [device] = await pickDevices(ctx, [id])
  if (!device) throw refuse(commonErrors.notFound)
  if (!device.verbs.includes('watch')) throw refuse(errors.notSupported)
  return device
}

export const calls = implement(watchCalls, {
  async start(ctx, { id }) {
    await watched(ctx, id)
    const until = ctx.now() + LASTS
    const { fresh } = await saveWatch(ctx.db, id, until)
    if (fresh) await begin(ctx, id)
    return { until }
  },

  async stop(ctx, { id }) {
    await watched(ctx, id)
    await endWatch(ctx.db, id)
    await tell(ctx.system, id, 0)
    return {}
  },
})

/** A stream that an earlier process left running is stopped first: a device that streams refuses to begin. */
async function begin(ctx: Ctx, id: number): Promise<void> {
  await tell(ctx.system, id, 0)
  const outcome = await tell(ctx.system, id, EVERY)
  if ('answer' in outcome && 'result' in outcome.answer && outcome.answer.result === 0) return
  await endWatch(ctx.db, id)
  if ('nobody' in outcome) throw refuse(errors.offline)
  if ('late' in outcome) throw refuse(errors.timedOut, { seconds: TIME / 1000 })
  const detail = 'broken' in outcome ? outcome.broken : 'msg' in outcome.answer ? outcome.answer.msg : undefined
  throw refuse(errors.notSupported, undefined, detail ? { detail } : {})
}

/** Devices do not stop by themselves: the server stops them, also when the page was closed without a request. */
export const endWatches = defineJob<unknown, System>({
  name: 'device.end-watches',
  every: '* * * * *',
  async run(_, system) {
    const now = system.now()
    await Promise.all(
      (await watchesOver(system.db, now)).map(async ({ device_id, until }) => {
        const outcome = await tell(system, device_id, 0)
        if ('answer' in outcome || until < now - GIVEN_UP) await deleteWatch(system.db, device_id, until)
      }),
    )
  },
})
