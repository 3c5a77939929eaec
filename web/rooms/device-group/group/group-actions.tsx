import { groupCalls } from '@belvedere/contract/rooms/device/group.ts'
import { CalendarClock, Router, SlidersHorizontal } from 'lucide-react'
import type { RowOf } from '../../../kit/list/call-table.tsx'
import { GroupActions as Actions } from '../../../kit/group/group-actions.tsx'
import type { OpenGroup } from '../../../kit/group/open-group.ts'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'

export type DeviceGroup = RowOf<typeof groupCalls.list>
export type OpenDeviceGroup = OpenGroup<DeviceGroup, 'timers' | 'configure'>

const more = [
  { what: 'timers', icon: CalendarClock, label: { zh: '定时任务', en: 'Timers' } },
  { what: 'configure', icon: SlidersHorizontal, label: { zh: '配置', en: 'Configure' } },
] as const

export function GroupActions({ group, open }: { group: DeviceGroup; open: (what: OpenDeviceGroup) => void }) {
  const remove = useMutateCall(groupCalls.remove, { done: { zh: '分组已删除', en: 'The group was removed' } })
  const stays = say(
    {
      zh: '其中的 {n} 台设备不会被删除；该分组的定时任务和配置会一并删除，七天内可在操作日志中撤销。',
      en: 'Its {n} {n:device is|devices are} kept. Its timers and settings are removed; this can be undone in the operation log for a week.',
    },
    { n: group.device_cnt },
  )
  return <Actions {...{ group, open, more, stays, remove }} icon={Router} mayWrite={useMay()('device.write')} />
}
