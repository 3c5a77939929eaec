import { timerCalls } from '@belvedere/contract/rooms/task/timer.ts'
import { timerType } from '@belvedere/contract/rooms/task/timer/enums.ts'
import { Plus } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { CallTable, type FilterSpec } from '../../../kit/list/call-table.tsx'
import { useMay } from '../../../kit/session/session.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { TimerActions } from './timer-actions.tsx'
import { timerColumns } from './timer-columns.tsx'
import { TimerDialog } from './timer-dialog.tsx'
import type { ListedTimer, TimerTarget } from './timer-row.ts'
import { TimerScenes } from './timer-scenes.tsx'

const filters: FilterSpec[] = [
  { key: 'type', label: { zh: '类型', en: 'Type' }, kind: 'select', options: timerType.values },
  {
    key: 'paused',
    label: { zh: '状态', en: 'State' },
    kind: 'select',
    options: [
      { id: 0, zh: '启用', en: 'Active' },
      { id: 1, zh: '已暂停', en: 'Paused' },
    ],
  },
]

interface TimersDrawerProps {
  /** Timers of a scene, a group or a device; undefined: all visible timers. */
  of: { scene_id?: number; group_id?: number; device_id?: number }
  title?: Words | string
  /** Target of a new timer; undefined: the user selects it in the dialog. */
  target?: TimerTarget
  onClose: () => void
}

/** Timers of devices, with the next run and the result of the last run. */
export function TimersDrawer({ of, title, target, onClose }: TimersDrawerProps) {
  const may = useMay()
  const [editing, setEditing] = useState<ListedTimer | 'new'>()
  const { scene_id, group_id, device_id } = of
  const input = useMemo(() => ({ scene_id, group_id, device_id }), [scene_id, group_id, device_id])
  const rowActions = useCallback((timer: ListedTimer) => <TimerActions timer={timer} onEdit={setEditing} />, [])
  const add = may('device.command') && (
    <Button kind="primary" icon={Plus} onClick={() => setEditing('new')}>
      {say({ zh: '新建', en: 'New timer' })}
    </Button>
  )
  return (
    <Drawer open onClose={onClose} width={1080} title={title ?? { zh: '定时任务', en: 'Timers' }}>
      <CallTable
        call={timerCalls.list}
        input={input}
        name="timers"
        columns={timerColumns}
        filters={filters}
        searchHint={{ zh: '名称 / 所有者', en: 'Name or owner' }}
        actions={add}
        rowActions={rowActions}
        actionsWidth={112}
        expand={(timer) => <TimerScenes timer={timer} />}
        empty={{
          title: { zh: '还没有定时任务', en: 'No timers yet' },
          hint: {
            zh: '按当地时间定时重启、备份或升级设备；离线设备会等待上线后执行',
            en: 'Reboot, back up or upgrade devices by local time; devices that are offline are waited for',
          },
          action: add,
        }}
      />
      {editing && (
        <TimerDialog
          timer={editing === 'new' ? undefined : editing}
          target={target}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Drawer>
  )
}
