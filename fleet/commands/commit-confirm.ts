import { armScript, confirmScript, runningScript } from '@belvedere/pure/device/commit-confirm.ts'
import { builtConfig } from '../documents/built-config.ts'
import type { LooseDocument } from '../config/check-config.ts'
import type { CommandedDevice } from '../device/commanded-device.ts'
import type { PendingCommand } from './command.ts'
import { type BusyBox, DeviceFiles, type ShellResult } from './busybox.ts'
import { putInForce } from './configure.ts'

/** The active document of a device, with its number. */
export const runningConfig = ({ uuid, config, node }: CommandedDevice): LooseDocument => ({
  ...(config ?? builtConfig(node)),
  uuid,
})

/** Armed again before the confirmation, it still rolls back to the last confirmed document. */
function arm(device: CommandedDevice, uuid: number, wait: number): ShellResult {
  const kept = device.armed?.kept ?? { uuid: device.uuid, config: device.config ?? builtConfig(device.node) }
  device.disarm()
  // the controller counts by the same clock, so the time scale is not applied here
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

/** Restores the state at the time of arming. */
export function returnNow(device: CommandedDevice): void {
  const kept = device.armed?.kept
  device.disarm()
  device.stored = undefined
  if (!kept || device.uuid === kept.uuid) return
  device.uuid = kept.uuid
  putInForce(device, kept.config)
  device.recover()
}

/** ms between two checks whether the timer has restored the former state. */
const LOOK = 500

async function inShell(device: CommandedDevice, busybox: BusyBox, source: string): Promise<ShellResult> {
  const files = (device.files ??= new DeviceFiles(busybox, device.serial))
  // manual changes are in the file too
  if (!files.armed) files.keep(device.uuid, runningConfig(device), true)
  const outcome = await files.run(source)
  watch(device, files)
  return outcome
}

/** Until nothing is armed any more, and the active document is applied. */
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
    // the timer has removed its saved state before its client restarts
    if (files.armed || files.active !== device.uuid) watch(device, files)
  })
}

const form = /^# belvedere (arm (\d+) (\d+)|confirm (\d+)|running)$/

/**
 * Executes the controller's scripts that add missing functions to the access points' client; undefined: another script. Where
 * BusyBox is installed it runs exactly these texts: other scripts of a controller are not run on this machine. Elsewhere they are
 * interpreted by their second line, which does not test their execution in a shell.
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
