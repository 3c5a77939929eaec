import { standaloneCalls } from '@belvedere/contract/rooms/change/standalone.ts'
import { call } from '../../../kit/calls/call.ts'
import { queryClient } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import type { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { nameOf, type ListedDevice } from '../device-table/device.ts'

/** Excludes a device from central configuration, or includes it again, after an explanation. */
export async function letGo(confirm: ReturnType<typeof useConfirm>, device: ListedDevice): Promise<void> {
  const name = nameOf(device)
  const isBack = device.standalone === 1
  const title = isBack
    ? say({ zh: '恢复“{name}”的集中配置？', en: 'Configure “{name}” from here again?' }, { name })
    : say({ zh: '让“{name}”脱离集中配置？', en: 'Let “{name}” out of central configuration?' }, { name })
  const body = isBack
    ? say({
        zh: '平台会重新读取它当前的配置作为基准；以后涉及它的变更再叠加场景、分组和设备的配置。',
        en: 'What it runs now is read and becomes its base; the next change that bears on it lays the wishes of scene, group and device over that.',
      })
    : say({
        zh: '它保持当前运行的配置，变更单、场景和分组的配置都不再下发到它，手工改动也不算偏移。监测、备份、升级和命令不受影响。',
        en: 'It keeps its running configuration. Change sets, scenes and groups no longer affect it, and local changes are not drift. Monitoring, backups, upgrades and commands continue.',
      })
  const ok = isBack ? { zh: '恢复', en: 'Take it back' } : { zh: '脱离', en: 'Let it go' }
  if (!(await confirm({ title, body, ok }))) return
  const { rejected } = await call(standaloneCalls.set, { ids: [device.id], standalone: isBack ? 0 : 1 })
  void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.call.shows?.includes('device') ?? false })
  if (rejected?.[0]) toast.error(rejected[0].reason)
  else
    toast.success(
      isBack
        ? { zh: '已恢复集中配置', en: 'Configured from here again' }
        : { zh: '已脱离集中配置', en: 'It is standalone now' },
    )
}
