import { commandCalls } from '@belvedere/contract/rooms/device/command.ts'
import { taskResult } from '@belvedere/contract/rooms/log/enums.ts'
import { call } from '../../../kit/call.ts'
import { isSilent } from '../../../kit/refusal.ts'
import { say, type Words } from '../../../kit/words.ts'
import { toast } from '../../../ui/toast.tsx'
import { nameOf, type Device } from '../device-table/device.ts'

/** A command with its words; `{name}` is the device, `{reason}` what it or the server said. */
export interface Order {
  call: typeof commandCalls.reboot | typeof commandCalls.backup
  title: Words
  sent: Words
  done: Words
  failed: Words
}

/** What is asked of a command beside its devices. */
export interface Wish {
  /** 1: devices that are offline are told when they come back. */
  wait_offline?: 0 | 1
}

export const rebootOrder: Order = {
  call: commandCalls.reboot,
  title: { zh: '重启', en: 'Reboot' },
  sent: { zh: '正在向“{name}”下发重启指令…', en: 'Telling “{name}” to reboot…' },
  done: { zh: '“{name}”正在重启，稍后会重新上线', en: '“{name}” is rebooting and will be back soon' },
  failed: { zh: '“{name}”重启失败：{reason}', en: '“{name}” could not be rebooted: {reason}' },
}

export const backupOrder: Order = {
  call: commandCalls.backup,
  title: { zh: '备份', en: 'Backup' },
  sent: { zh: '正在备份“{name}”…', en: 'Backing up “{name}”…' },
  done: { zh: '“{name}”备份完成', en: '“{name}” was backed up' },
  failed: { zh: '“{name}”备份失败：{reason}', en: '“{name}” could not be backed up: {reason}' },
}

const goesOn = { zh: '“{name}”尚未回复，结果见任务日志', en: '“{name}” has not answered yet; see the task log' }

const waits = { zh: '“{name}”上线后执行，结果见任务日志', en: '“{name}” is told when it comes back; see the task log' }

/** Seconds one device is waited for; the task goes on after them. */
const patience = 60

/** Sends a command to one device and says how it ended. Goes on when the page is left. */
export async function tellOne(
  { call: spec, sent, done, failed }: Order,
  device: Pick<Device, 'id' | 'name' | 'sn' | 'online'>,
  wish: Wish = {},
): Promise<void> {
  const name = nameOf(device)
  const notice = toast.info(say(sent, { name }), { stay: true })
  try {
    const { rejected = [], results = [] } = await call(
      spec,
      { ids: [device.id], wait: patience, ...wish },
      { keep: true },
    )
    const [answer] = results
    const isOpen = answer?.result === taskResult.id.running
    const reason = rejected[0]?.reason ?? (isOpen ? undefined : answer?.msg)
    if (answer?.result === taskResult.id.success) toast.success(say(done, { name }))
    else if (reason !== undefined) toast.error(say(failed, { name, reason }))
    else toast.info(say(wish.wait_offline && !device.online ? waits : goesOn, { name }))
  } catch (error) {
    showFailure(error)
  } finally {
    toast.close(notice)
  }
}

/** Says why a call failed, unless nobody waits for it. */
export function showFailure(error: unknown): void {
  if (!isSilent(error)) toast.error((error as Error).message)
}
