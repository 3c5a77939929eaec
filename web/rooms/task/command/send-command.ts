import { commandCalls } from '@belvedere/contract/rooms/task/command.ts'
import { taskResult } from '@belvedere/contract/rooms/task/enums.ts'
import { call, type AnswerOf } from '../../../kit/calls/call.ts'
import { isSilent } from '../../../kit/calls/refusal.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { toast } from '../../../ui/feedback/toast.tsx'

/** A command with its words; `{name}` is the device, `{reason}` the answer of the device or server. */
export interface CommandWords {
  /** Sends it to all of these devices; throws refusals. */
  send(input: { ids: number[]; wait?: number } & CommandOptions): Promise<AnswerOf<typeof commandCalls.reboot>>
  title: Words
  sent: Words
  done: Words
  failed: Words
}

/** The device to which a command is sent. */
interface CommandTarget {
  id: number
  name: string
  sn: string
  online: number
}

/** Input of a command besides its devices. */
export interface CommandOptions {
  /** 1: commands for offline devices are queued until they connect. */
  wait_offline?: 0 | 1
}

export const rebootCommand: CommandWords = {
  send: (input) => call(commandCalls.reboot, input, { keep: true }),
  title: { zh: '重启', en: 'Reboot' },
  sent: { zh: '正在向“{name}”下发重启指令…', en: 'Telling “{name}” to reboot…' },
  done: { zh: '“{name}”正在重启，稍后会重新上线', en: '“{name}” is rebooting and will be back soon' },
  failed: { zh: '“{name}”重启失败：{reason}', en: '“{name}” could not be rebooted: {reason}' },
}

export const backupCommand: CommandWords = {
  send: (input) => call(commandCalls.backup, input, { keep: true }),
  title: { zh: '备份', en: 'Backup' },
  sent: { zh: '正在备份“{name}”…', en: 'Backing up “{name}”…' },
  done: { zh: '“{name}”备份完成', en: '“{name}” was backed up' },
  failed: { zh: '“{name}”备份失败：{reason}', en: '“{name}” could not be backed up: {reason}' },
}

const lights = {
  blink: { zh: '“{name}”的指示灯正在闪烁', en: 'The LEDs of “{name}” blink' },
  on: { zh: '“{name}”的指示灯已恢复常规', en: 'The LEDs of “{name}” are back to normal' },
  off: { zh: '“{name}”的指示灯已熄灭', en: 'The LEDs of “{name}” are off' },
}

export const ledsCommand = (pattern: keyof typeof lights, seconds: number): CommandWords => ({
  send: ({ ids, wait }) => call(commandCalls.leds, { ids, wait, pattern, seconds }, { keep: true }),
  title: { zh: '指示灯', en: 'LEDs' },
  sent: { zh: '正在设置“{name}”的指示灯…', en: 'Setting the LEDs of “{name}”…' },
  done: lights[pattern],
  failed: { zh: '“{name}”的指示灯设置失败：{reason}', en: 'The LEDs of “{name}” could not be set: {reason}' },
})

export const factoryCommand = (keep_config: 0 | 1): CommandWords => ({
  send: ({ ids, wait }) => call(commandCalls.factory, { ids, wait, keep_config }, { keep: true }),
  title: { zh: '恢复出厂设置', en: 'Factory reset' },
  sent: { zh: '正在下发恢复出厂设置指令到“{name}”…', en: 'Sending the factory reset to “{name}”…' },
  done: { zh: '“{name}”已接受，约 20 秒后开始恢复出厂设置', en: '“{name}” accepted and resets in about 20 seconds' },
  failed: { zh: '“{name}”恢复出厂设置失败：{reason}', en: '“{name}” could not be reset: {reason}' },
})

export const kickCommand = (mac: string): CommandWords => ({
  send: async ({ ids: [id = 0] }) => call(commandCalls.kick, { id, mac, wait: 90 }, { keep: true }),
  title: { zh: '断开终端', en: 'Disconnect a terminal' },
  sent: { zh: '正在从“{name}”断开终端…', en: 'Disconnecting a terminal from “{name}”…' },
  done: { zh: '“{name}”的终端已断开', en: 'The terminal was disconnected from “{name}”' },
  failed: {
    zh: '“{name}”未能确认终端已断开：{reason}',
    en: '“{name}” did not confirm that the terminal was disconnected: {reason}',
  },
})

const goesOn = { zh: '“{name}”尚未回复，结果见任务日志', en: '“{name}” has not answered yet; see the task log' }

const waits = { zh: '“{name}”上线后执行，结果见任务日志', en: 'Runs when “{name}” is online again; see the task log' }

/** Seconds to wait for an answer; the task continues afterwards. */
const WAIT_S = 60

/** Sends a command to one device and shows its result. Continues after the page is left. */
export async function sendCommand(
  { send, sent, done, failed }: CommandWords,
  device: CommandTarget,
  desired: CommandOptions = {},
): Promise<void> {
  const name = device.name || device.sn
  const notice = toast.info(say(sent, { name }), { stay: true })
  try {
    const { rejected = [], results = [] } = await send({ ids: [device.id], wait: WAIT_S, ...desired })
    const [answer] = results
    const isOpen = answer?.result === taskResult.id.running
    const reason = rejected[0]?.reason ?? (isOpen ? undefined : answer?.msg)
    if (answer?.result === taskResult.id.success) toast.success(say(done, { name }))
    else if (reason !== undefined) toast.error(say(failed, { name, reason }))
    else toast.info(say(desired.wait_offline && !device.online ? waits : goesOn, { name }))
  } catch (error) {
    showFailure(error)
  } finally {
    toast.close(notice)
  }
}

/** Shows why a call failed, unless it was cancelled. */
export function showFailure(error: unknown): void {
  if (!isSilent(error)) toast.error((error as Error).message)
}
