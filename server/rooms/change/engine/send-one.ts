import type { CommandOutcome } from '../../../devices/send-command.ts'
import { revisionsToSend, type RevisionToSend, tellsWithin } from '../../intent/api.ts'
import { confirmUntil, failedTooMuch, isInEffect } from '../rules.ts'
import { readRunning, orderDevice, took, tookSome } from './order-device.ts'
import { backUp } from './back-up.ts'
import { startReturn } from './bring-back.ts'
import { isNewlyPartial, linesOf } from './read-lines.ts'
import { inLanes, pause, type EngineRun } from './run.ts'
import type { DrivenItem } from './store.ts'

/** Number of devices that are changed at the same time. */
const AT_ONCE = 500

/** Brings devices to their new configuration, from the step at which an earlier engine stopped. */
export async function sendAll(run: EngineRun, items: readonly DrivenItem[], all: readonly DrivenItem[]): Promise<void> {
  const { ready } = run.ahead
  const unread = items.filter(({ after_id }) => !ready.has(after_id)).map(({ after_id }) => after_id)
  const [documents] = await Promise.all([
    unread.length > 0 ? revisionsToSend(run.at, unread) : ready,
    backUp(run, items),
  ])
  if (run.stopped) return
  await inLanes(run, items, AT_ONCE, async (item) => {
    const revision = ready.get(item.after_id) ?? documents.get(item.after_id)
    if (revision) await sendOne(run, item, revision)
    if (!isInEffect(item.state) && failedTooMuch(run.set, all)) run.stopped = true
  })
}

async function sendOne(run: EngineRun, item: DrivenItem, revision: RevisionToSend): Promise<void> {
  let acknowledged = false
  if (item.state === 'waiting') {
    await run.keep(item, sending(run, item))
    acknowledged = await order(run, item, revision)
  } else if (item.state === 'sending') acknowledged = await takeUp(run, item, revision)
  if (item.state === 'sent' && (await prove(run, item, revision.args.config, acknowledged))) await confirm(run, item)
}

const timerEnd = ({ system, set }: EngineRun) => system.now() + set.options.confirm
const sending = (run: EngineRun, { verbs }: DrivenItem) => ({
  state: 'sending' as const,
  armed: verbs.includes('arm'),
  until: timerEnd(run),
})

/**
 * An earlier engine may have sent the command: the device is queried, and configured only when it does not run the new
 * configuration yet.
 */
async function takeUp(run: EngineRun, item: DrivenItem, revision: RevisionToSend): Promise<boolean> {
  const until = item.until ?? timerEnd(run)
  while (!run.stopped) {
    const uuid = await readRunning(run, item)
    if (uuid === item.uuid) return run.keep(item, { state: 'sent' }).then(() => false)
    if (uuid !== 'away') break
    if (run.system.now() >= until) return startReturn(run, item, { reason: 'silent' }).then(() => false)
    await pause(run)
  }
  if (run.stopped) return false
  await run.keep(item, sending(run, item))
  return order(run, item, revision)
}

/**
 * Arms the device, then configures it; true when it accepted. The result decides whether the device may have changed.
 */
async function order(run: EngineRun, item: DrivenItem, { id, args }: RevisionToSend): Promise<boolean> {
  const { confirm: seconds } = run.set.options
  const begun = run.system.now()
  if (item.armed && !(await armDevice(run, item, seconds))) return false
  const outcome = await orderDevice(run, item, 'configure', args, run.times.configure)
  const fate = fateOf(outcome)
  item.lines = await linesOf(run, id, outcome)
  const said = { msg: wordsOf(outcome), lines: item.lines }
  if (fate === 'away') await leave(run, item)
  else if (fate === 'back') await startReturn(run, item, { reason: 'cut', ...said })
  else if (typeof fate === 'object') await run.keep(item, { state: 'failed', ...said, ...fate })
  else if (!run.set.options.keep_partial && (await isNewlyPartial(run, item)))
    await startReturn(run, item, { reason: 'partial', ...said })
  else {
    item.state = 'sent'
    item.until = confirmUntil(begun, seconds)
    item.msg = said.msg
    await pause(run, run.times.settle)
  }
  return tookSome(outcome)
}

/** False: the device does not take part. */
async function armDevice(run: EngineRun, item: DrivenItem, seconds: number): Promise<boolean> {
  const outcome = await orderDevice(run, item, 'arm', { uuid: item.uuid, seconds })
  if (took(outcome)) return true
  if ('nobody' in outcome) await leave(run, item)
  else await run.keep(item, { state: 'failed', reason: 'refused', msg: wordsOf(outcome) })
  return false
}

/** It was removed before anything was changed. */
async function leave(run: EngineRun, item: DrivenItem): Promise<void> {
  if (run.set.options.offline === 'skip') return run.keep(item, { state: 'skipped', reason: 'offline' })
  await run.keep(item, { state: 'waiting' })
  await pause(run)
}

const isPartial = ({ lines }: DrivenItem): boolean => lines?.some(({ rejected }) => rejected === 1) ?? false

type SendResult = 'taken' | 'away' | 'back' | { reason: 'refused' | 'unsupported'; msg: string }

/** A clear refusal leaves a device unchanged; any other result may have changed it. */
function fateOf(outcome: CommandOutcome): SendResult {
  if ('nobody' in outcome) return 'away'
  if (!('answer' in outcome)) return 'taken'
  if ('unsupported' in outcome.answer) return { reason: 'unsupported', msg: '' }
  if (outcome.answer.result !== 1) return 'taken'
  // it disconnected with the new configuration, and its own timer has restored the former one
  return (outcome.answer.data as { back?: unknown } | undefined)?.back === true
    ? 'back'
    : { reason: 'refused', msg: wordsOf(outcome) }
}

function wordsOf(outcome: CommandOutcome): string {
  if ('broken' in outcome) return outcome.broken.slice(0, 1000)
  return 'answer' in outcome && 'msg' in outcome.answer ? outcome.answer.msg.slice(0, 1000) : ''
}

/**
 * The device has to confirm that it runs the new configuration, over any path, or report its number by itself. For a
 * device that can do neither, its acceptance and its connection suffice.
 */
async function prove(
  run: EngineRun,
  item: DrivenItem,
  document: RevisionToSend['args']['config'],
  acknowledged: boolean,
): Promise<boolean> {
  const tells = await tellsWithin(item.family, document)
  // the rollback timer of the device ends the wait
  const until = item.armed ? (item.until ?? timerEnd(run)) : Math.max(item.until ?? 0, run.system.now() + late(tells))
  for (let look = 0; !run.stopped; look++) {
    const running = await readRunning(run, item)
    if (running === item.uuid || (running === 'mute' && acknowledged && tells === 0)) return true
    const reason = running === 'away' ? 'silent' : 'unconfirmed'
    if (run.system.now() >= until) return startReturn(run, item, { reason }).then(() => false)
    // an engine that takes over queries the device first, so this state is only for people
    if (look === 0) await run.keep(item, { state: 'sent', until, msg: item.msg, lines: item.lines })
    await pause(run)
  }
  return false
}

/** Seconds after which a periodic report counts as missing. */
const late = (every: number) => (every === 0 ? 0 : every + 30)

/** Confirming twice is harmless, so no row is needed between the check and the end. */
async function confirm(run: EngineRun, item: DrivenItem): Promise<void> {
  const until = item.until ?? timerEnd(run)
  while (item.armed && !run.stopped) {
    const outcome = await orderDevice(run, item, 'confirm', { uuid: item.uuid })
    if (took(outcome)) break
    if (run.system.now() >= until) return startReturn(run, item, { reason: 'silent', msg: wordsOf(outcome) })
    await pause(run)
  }
  const state = isPartial(item) ? 'partly' : 'done'
  if (!run.stopped) await run.keep(item, { state, armed: false, msg: item.msg, lines: item.lines })
}
