import { armScript, confirmScript, runningScript } from '@belvedere/pure/device/commit-confirm.ts'
import { builtConfig } from '../documents/built-config.ts'
import type { LooseDocument } from '../config/check-config.ts'
import type { CommandedDevice } from '../device/commanded-device.ts'
import type { PendingCommand } from './command.ts'
import { type BusyBox, DeviceFiles, type ShellResult } from './busybox.ts'
import { putInForce } from './configure.ts'

/** The document a device runs, with its number. */
export const runningConfig = ({ uuid, config, node }: CommandedDevice): LooseDocument => ({
  ...(config ?? builtConfig(node)),
  uuid,
})

/** Armed again before it was confirmed, it still returns to what was confirmed last. */
function arm(device: CommandedDevice, uuid: number, wait: number): ShellResult {
  const kept = device.armed?.kept ?? { uuid: device.uuid, config: device.config ?? builtConfig(device.node) }
  device.disarm()
  // the controller counts by the same clock: no time scale here
  device.armed = { uuid, kept, timer: device.world.wheel.after(wait * 1000, () => returnNow(device)) }
  return { exit: 0, text: '' }
}

function confirm(device: CommandedDevice, uuid: number): ShellResult {
  if (device.confirmed === uuid) return { exit: 0, text: '' }
  if (device.armed?.uuid !== uuid) return { exit: 1, text: 'not armed for this configuration\n' }
  device.disarm()
  device.confirmed = uuid
  return { exit: 0, text: '' }
}

/** Puts back what was in force when the device was armed. */
export function returnNow(device: CommandedDevice): void {
  const kept = device.armed?.kept
  device.disarm()
  device.stored = undefined
  if (!kept || device.uuid === kept.uuid) return
  device.uuid = kept.uuid
  putInForce(device, kept.config)
  device.recover()
}

/** ms between two looks whether the timer has put something back. */
const LOOK = 500

async function inShell(device: CommandedDevice, busybox: BusyBox, source: string): Promise<ShellResult> {
  const files = (device.files ??= new DeviceFiles(busybox, device.serial))
  // what was changed by hand is in the file too
  if (!files.armed) files.keep(device.uuid, runningConfig(device), true)
  const outcome = await files.run(source)
  watch(device, files)
  return outcome
}

/** Until nothing is armed any more, and it runs what is active. */
function watch(device: CommandedDevice, files: DeviceFiles): void {
  if (device.looking) return
  device.looking = device.world.wheel.after(LOOK, () => {
    device.looking = undefined
    if (device.files !== files) return
    const { uuid, ...config } = files.restarted() ?? {}
    if (typeof uuid === 'number' && uuid !== device.uuid) {
      device.uuid = uuid
      device.stored = undefined
      putInForce(device, config)
      device.recover()
    }
    // the timer has forgotten what it puts back before its client starts again
    if (files.armed || files.active !== device.uuid) watch(device, files)
  })
}

const form = /^# belvedere (arm (\d+) (\d+)|confirm (\d+)|running)$/

/**
 * Obeys the scripts by which the controller gives the access points' client what it lacks; undefined: another script. Where BusyBox is
 * installed it runs them, these very texts and no other: what else a controller sends is not run on this machine. Where it is not,
 * they are obeyed by their second line, which cannot show what a shell makes of them.
 */
export function commitConfirmScript(
  device: CommandedDevice,
  source: string,
): Promise<ShellResult> | ShellResult | undefined {
  const [, verb = '', uuid, wait, confirmed] = form.exec(source.split('\n')[1] ?? '') ?? []
  const known = verb.startsWith('arm')
    ? armScript(Number(uuid), Number(wait))
    : verb.startsWith('confirm')
      ? confirmScript(Number(confirmed))
      : runningScript
  if (device.world.busybox && source === known) return inShell(device, device.world.busybox, source)
  if (verb.startsWith('arm')) return arm(device, Number(uuid), Number(wait))
  if (verb.startsWith('confirm')) return confirm(device, Number(confirmed))
  return verb === 'running' ? { exit: 0, text: `${JSON.stringify(runningConfig(device))}\n` } : undefined
}

/** The same as methods of the agent. */
export const agentCommitConfirm = {
  arm: ({ device, params: { uuid, seconds }, answer }: PendingCommand) => {
    if (!isWhole(uuid, 2_147_483_647) || !isWhole(seconds, 3600)) return answer(1, 'invalid parameters')
    reported(answer, arm(device, uuid, seconds))
  },
  confirm: ({ device, params: { uuid }, answer }: PendingCommand) => reported(answer, confirm(device, Number(uuid))),
  running: ({ device, answer }: PendingCommand) =>
    answer(0, '', {}, { data: { uuid: device.uuid, config: runningConfig(device) } }),
}

const isWhole = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most

const reported = (answer: PendingCommand['answer'], { exit, text }: ShellResult) => answer(exit, text.trim())
