import { setTimeout as sleep } from 'node:timers/promises'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { captureCalls } from '@belvedere/contract/rooms/remote/capture.ts'
import { CAPTURE_DAYS, CAPTURES_OF_TEAM } from '@belvedere/contract/rooms/remote/capture/enums.ts'
import { deviceErrors } from '@belvedere/contract/rooms/device/errors.ts'
import { remoteErrors as errors } from '@belvedere/contract/rooms/remote/errors.ts'
import { isCaptureFilter } from '@belvedere/pure/protocol/capture-filter.ts'
import { consoleUrl } from '../../../base/settings/config.ts'
import type { Ctx, System } from '../../../kernel/implement.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { hashToken, newToken } from '../../../kernel/session.ts'
import { capturePath } from '../../../devices/transfer/serve.ts'
import { type HeldDevice, pickDevices } from '../../device/api.ts'
import { type ItemEnd, callerOf, startTask, insertTickets, openDoors, plainBase, whyNot } from '../../task/api.ts'
import { countCaptures, failCapture, hasArrived, insertCapture, nameTask } from './store.ts'

type StartCaptureInput = In<typeof captureCalls.start>

/** Seconds for a device to count its packets, and to send the file. */
const LONGEST = 600
const VALID = 1800
/** Milliseconds to wait for the file after the device reported sending it, and between checks. */
const ARRIVE = 60_000
const LOOK = 500

/** Makes a device capture packets and upload the file; the task ends when it has arrived, or failed. */
export async function startCapture(ctx: Ctx, input: StartCaptureInput): Promise<Out<typeof captureCalls.start>> {
  const [device] = await pickDevices(ctx, [input.id])
  if (!device) throw refuse(commonErrors.notFound)
  if (!device.verbs.includes('capture')) throw refuse(deviceErrors.notSupported)
  const { filter = '', packets } = input
  if (!isCaptureFilter(filter))
    throw refuse(errors.badFilter, undefined, { fields: { filter: errors.badFilter[ctx.lang] } })
  const seconds = packets === undefined ? (input.seconds ?? 15) : undefined
  const base = await wayUp(ctx)
  await requireRoom(ctx, device)
  const at = ctx.now()
  const id = await insertCapture(ctx.db, {
    device_id: device.id,
    device_name: device.name || device.sn,
    scene_id: device.scene_id,
    uid: ctx.uid,
    operator: ctx.session?.name ?? '',
    interface: input.interface,
    packets,
    seconds,
    filter,
    at,
    expires_at: at + CAPTURE_DAYS * 86_400,
  })
  const token = newToken()
  const args = { interface: input.interface, packets, seconds, filter, uri: `${base}${capturePath}${token}` }
  const task = await startTask(callerOf(ctx), [device], {
    type: 'capture',
    timeout: ((seconds ?? LONGEST) + 30) * 1000,
    note: { interface: input.interface, ...(packets ? { packets } : { seconds }), ...(filter ? { filter } : {}) },
    async prepare(_, task_id) {
      const ticket = { hash: hashToken(token), device_id: device.id, args: { capture_id: id } }
      await insertTickets(ctx.db, 'capture', task_id, at + VALID, [ticket])
      await nameTask(ctx.db, id, task_id)
      return () => ({ verb: 'capture', args })
    },
    settle: (_, __, end) => settle(ctx.system, id, device.scene_id, end),
  })
  ctx.afterwards(() => {
    ctx.system.tell({ topic: 'capture', scene_id: device.scene_id })
    void task.run()
  })
  return { id, task_id: task.task_id }
}

/** The address with the public certificate if there is one; else the port without TLS. Devices trust no other. */
async function wayUp({ system, lang }: Ctx): Promise<string> {
  const doors = await openDoors(system)
  if (doors.public === 'open') return consoleUrl(system.config)
  if (doors.plain) return plainBase(system)
  throw refuse(errors.noWayUp, { why: whyNot([doors.public, 'plain_closed'], lang) })
}

async function requireRoom(ctx: Ctx, device: HeldDevice): Promise<void> {
  const { mine, runs } = await countCaptures(ctx.db, device, ctx.now() - LONGEST - 120)
  if (runs) throw refuse(errors.captureRuns)
  if (mine >= CAPTURES_OF_TEAM) throw refuse(errors.tooManyCaptures, { most: CAPTURES_OF_TEAM })
}

/** The device answers when it begins to send. */
async function settle(system: System, id: number, scene_id: number, end: ItemEnd): Promise<ItemEnd> {
  const until = performance.now() + ARRIVE
  let arrived = end.result === 0 && (await hasArrived(system.db, id))
  while (end.result === 0 && !arrived && performance.now() < until) {
    await sleep(LOOK)
    arrived = await hasArrived(system.db, id)
  }
  if (arrived) return end
  await failCapture(system.db, id)
  system.tell({ topic: 'capture', scene_id })
  return end.result === 0 ? { ...end, result: 1, reason: 'not_sent', msg: '' } : end
}
