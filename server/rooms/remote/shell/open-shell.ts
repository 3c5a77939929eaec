import { randomBytes } from 'node:crypto'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import { shellCalls } from '@belvedere/contract/rooms/remote/shell.ts'
import { taskReason } from '@belvedere/contract/rooms/task/reason/enums.ts'
import { deviceErrors as errors } from '@belvedere/contract/rooms/device/errors.ts'
import { groundsOf } from '../../../devices/device-channels.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { type Refusal, refuse } from '../../../kernel/refuse.ts'
import { newToken } from '../../../kernel/session.ts'
import { closeTunnelSubject } from '../../../devices/tunnel-link.ts'
import type { CommandOutcome } from '../../../devices/send-command.ts'
import { type HeldDevice, pickDevices } from '../../device/api.ts'
import { shells } from '../quota/remote.quota.ts'
import { endItems, insertTask, type ItemEnd, endOf } from '../../task/api.ts'
import { mostOf } from '../../account/api.ts'
import { saveRecording } from '../session/save-recording.job.ts'
import { Recorder } from '../session/recorder.ts'
import { insertRemote } from '../session/store.ts'
import { OPEN_TIME, ShellSession } from './shell-session.ts'
import { ATTACH_SECONDS, dropShell, registerShell, LONGEST_SECONDS, takePlace } from './shells.ts'

type OpenShellInput = In<typeof shellCalls.open>

/**
 * Opens the shell on the device and returns how the browser connects to it: an address that works once, for a minute.
 */
export async function openShell(
  ctx: Ctx,
  { id, cols = 80, rows = 24 }: OpenShellInput,
): Promise<Out<typeof shellCalls.open>> {
  const [device] = await pickDevices(ctx, [id])
  if (!device) throw refuse(commonErrors.notFound)
  const session = randomBytes(16).toString('hex')
  takePlace(session, ctx.access, await mostOf(ctx, shells, ctx.access.team_id))
  const task_id = await noteTask(ctx, device).catch((error: unknown) => {
    dropShell(session)
    throw error
  })
  const recorder = new Recorder(cols, rows, Date.now)
  let recording: ReturnType<typeof saveRecording> | undefined
  const stopHearing = ctx.system.bus.subscribe(closeTunnelSubject, (request: { session: string; why: string }) => {
    if (request.session === session) shell.close(request.why)
  })
  const shell = new ShellSession(ctx.system, session, device, (exit, why) => {
    dropShell(session)
    release()
    stopHearing()
    const reason = taskReason.find(why)?.id
    const msg = [reason ? '' : why, exit === undefined ? '' : `exit ${exit}`].filter(Boolean).join(', ')
    void finish(ctx, device, task_id, { device_id: id, result: 0, reason, msg }, recording)
  })
  const release = ctx.system.channels.keep(groundsOf(ctx, shellCalls.open, device), (why) => shell.close(why))
  shell.recorder = recorder
  const ticket = newToken()
  const told = await shell.open(cols, rows)
  const trouble = troubleOf(told)
  if (trouble) {
    await finish(ctx, device, task_id, endOf(id, told))
    shell.close('failed')
    throw trouble
  }
  const remote_id = await insertRemote(ctx.db, {
    session,
    kind: 'shell',
    device_id: id,
    device_name: device.name,
    scene_id: device.scene_id,
    task_id,
    uid: ctx.uid,
    operator: ctx.session?.name ?? '',
    target: '',
    started_at: ctx.now(),
    expires_at: ctx.now() + LONGEST_SECONDS,
  }).catch((error: unknown) => {
    shell.close('failed')
    throw error
  })
  recording = saveRecording(ctx.system, session, recorder)
  // a shell that ended while it was stored does not end its recording itself
  if (shell.isOver) await recording.end()
  registerShell(shell, ticket)
  ctx.system.tell({ topic: 'remote', scene_id: device.scene_id })
  ctx.audit({
    object: `device:${id}`,
    name: device.name,
    scene_id: device.scene_id,
    after: { task: 'remote', task_id },
  })
  return { id: remote_id, session, ticket, expires_in: ATTACH_SECONDS, task_id }
}

function noteTask(ctx: Ctx, { id, sn, name, scene_id }: HeldDevice): Promise<number> {
  return insertTask(ctx, {
    type: 'remote',
    team_id: ctx.access.team_id,
    uid: ctx.uid,
    operator: ctx.session?.name ?? '',
    at: ctx.now(),
    within: LONGEST_SECONDS + 60,
    items: [{ device_id: id, sn, name, scene_id }],
  })
}

async function finish(
  { system }: Ctx,
  { scene_id }: HeldDevice,
  task_id: number,
  end: ItemEnd,
  recording?: { end(): Promise<void> },
): Promise<void> {
  try {
    await endItems(system, task_id, system.now(), [end])
    await recording?.end()
    for (const topic of ['task', 'remote']) system.tell({ topic, scene_id })
  } catch (error) {
    system.log.error({ task_id, error: String(error) }, 'remote shell')
  }
}

function troubleOf(outcome: CommandOutcome): Refusal | undefined {
  if ('nobody' in outcome) return refuse(errors.offline)
  if ('late' in outcome) return refuse(errors.timedOut, { seconds: OPEN_TIME / 1000 })
  if ('broken' in outcome) return refuse(errors.notSupported, undefined, { detail: outcome.broken })
  const { answer } = outcome
  if ('unsupported' in answer) return refuse(errors.notSupported)
  return answer.result === 0 ? undefined : refuse(errors.notSupported, undefined, { detail: answer.msg })
}
