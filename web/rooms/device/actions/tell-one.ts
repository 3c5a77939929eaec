import { commandCalls } from '@belvedere/contract/rooms/device/command.ts'
import { taskResult } from '@belvedere/contract/rooms/log/enums.ts'
import { call } from '../../../kit/call.ts'
import { isSilent } from '../../../kit/refusal.ts'
import { say, type Words } from '../../../kit/words.ts'
import { toast } from '../../../ui/toast.tsx'
import { nameOf, type Device } from '../device-table/device.ts'

/** Seconds one device is waited for; the task goes on after them. */
const patience = 60

/** Sends a command to one device and says how it ended. Goes on when the page is left. */
export async function tellOne(
  spec: typeof commandCalls.reboot | typeof commandCalls.backup,
  title: Words,
  device: Device,
): Promise<void> {
  const names = { what: say(title), name: nameOf(device) }
  const sent = toast.info(say({ zh: '正在{what}“{name}”…', en: '{what} of “{name}” is under way…' }, names), {
    stay: true,
  })
  try {
    const { rejected = [], results = [] } = await call(spec, { ids: [device.id], wait: patience }, { keep: true })
    const [answer] = results
    const reason = rejected[0]?.reason ?? (answer && answer.result !== taskResult.id.running ? answer.msg : undefined)
    if (answer?.result === taskResult.id.success)
      toast.success(say({ zh: '“{name}”{what}完成', en: '{what} of “{name}” succeeded' }, names))
    else if (reason !== undefined)
      toast.error(
        say({ zh: '“{name}”{what}失败：{reason}', en: '{what} of “{name}” failed: {reason}' }, { ...names, reason }),
      )
    else
      toast.info(
        say(
          { zh: '“{name}”{what}仍在进行，结果见任务日志', en: '{what} of “{name}” goes on; see the task log' },
          names,
        ),
      )
  } catch (error) {
    showFailure(error)
  } finally {
    toast.close(sent)
  }
}

/** Says why a call failed, unless nobody waits for it. */
export function showFailure(error: unknown): void {
  if (!isSilent(error)) toast.error((error as Error).message)
}
