import type { BatchOutcome } from '../../../kit/batch/batch-outcome.ts'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { UpgradeDevices } from '../../firmware/api.tsx'
import { ConfigureDialog } from '../../intent/api.tsx'
import { nameOf, type ListedDevice } from '../device-table/device.ts'
import { CapturesDrawer, CustomDialog, SessionsDrawer, ShellDrawer } from '../../remote/api.tsx'
import { BackupDrawer } from '../../backup/api.tsx'
import { TimerDialog, TimersDrawer } from '../../task/api.tsx'

const MoveDialog = lazyPart(() => import('./move-dialog.tsx'), 'MoveDialog')
const GroupDialog = lazyPart(() => import('./group-dialog.tsx'), 'GroupDialog')
const PasswordDialog = lazyPart(() => import('./password-dialog.tsx'), 'PasswordDialog')
const BatchResult = lazyPart(() => import('../../../kit/batch/batch-result.tsx'), 'BatchResult')
const QueryDrawer = lazyPart(() => import('../live-query/query-drawer.tsx'), 'QueryDrawer')
const LedsDialog = lazyPart(() => import('./leds-dialog.tsx'), 'LedsDialog')

const moveTitle = { zh: '移动场景', en: 'Move to another scene' }
const groupTitle = { zh: '设置分组', en: 'Set the group' }

/** The dialog that is open above a list of devices. */
export type DeviceDialog =
  | { what: 'shell' | 'query' | 'backups' | 'custom' | 'sessions' | 'leds' | 'captures'; device: ListedDevice }
  | { what: 'move'; devices: readonly ListedDevice[]; done: () => void }
  | { what: 'group'; devices: readonly ListedDevice[]; done: () => void }
  | { what: 'timer'; devices: readonly ListedDevice[]; done: () => void }
  | { what: 'password'; devices: readonly ListedDevice[] }
  | { what: 'upgrade'; devices: readonly ListedDevice[] }
  | { what: 'timers'; of: { scene_id?: number; device_id?: number }; device?: ListedDevice }
  | { what: 'configure'; device: ListedDevice; readOnly: boolean }
  | { what: 'result'; title: Words; outcome: BatchOutcome; retry?: (ids: readonly number[]) => void }

const idsOf = (devices: readonly ListedDevice[]) => devices.map(({ id }) => id)
const devicesOf = (devices: readonly ListedDevice[]) => ({
  kind: 'devices' as const,
  ids: idsOf(devices),
  names: devices.slice(0, 3).map(nameOf),
})

const changes = {
  move: { title: moveTitle, said: { zh: '已移动 {n} 台设备', en: '{n} {n:device|devices} moved' }, Dialog: MoveDialog },
  group: {
    title: groupTitle,
    said: { zh: '已设置 {n} 台设备的分组', en: 'Group of {n} {n:device|devices} set' },
    Dialog: GroupDialog,
  },
}

/** The open dialog or drawer. */
export function DeviceDialogs({
  open,
  close,
  show,
}: {
  open: DeviceDialog
  close: () => void
  show: (title: Words, outcome: BatchOutcome, retry?: (ids: readonly number[]) => void) => void
}) {
  if (open.what === 'result')
    return <BatchResult title={open.title} outcome={open.outcome} onClose={close} onRetry={open.retry} />
  if (open.what === 'configure')
    return (
      <ConfigureDialog
        level={2}
        target_id={open.device.id}
        name={nameOf(open.device)}
        readOnly={open.readOnly}
        onClose={close}
      />
    )
  if (open.what === 'timer') return <TimerDialog target={devicesOf(open.devices)} onClose={close} onDone={open.done} />
  if (open.what === 'password') return <PasswordDialog devices={open.devices} onClose={close} onDone={show} />
  if (open.what === 'upgrade') return <UpgradeDevices device_ids={idsOf(open.devices)} onClose={close} />
  if (open.what === 'timers')
    return (
      <TimersDrawer
        of={open.of}
        title={open.device && say({ zh: '定时任务 · {name}', en: 'Timers · {name}' }, { name: nameOf(open.device) })}
        target={open.device && devicesOf([open.device])}
        onClose={close}
      />
    )
  if (open.what === 'move' || open.what === 'group') {
    const { title, said, Dialog } = changes[open.what]
    const done = (outcome: BatchOutcome, retry: (ids: readonly number[]) => Promise<BatchOutcome>) => {
      open.done()
      close()
      const again = async (ids: readonly number[]) => done(await retry(ids), retry)
      if (outcome.err_cnt > 0) show(title, outcome, (ids) => void again(ids))
      else toast.success(say(said, { n: outcome.total_cnt }))
    }
    return <Dialog devices={open.devices} onClose={close} onDone={done} />
  }
  const Drawer = {
    shell: ShellDrawer,
    query: QueryDrawer,
    backups: BackupDrawer,
    custom: CustomDialog,
    sessions: SessionsDrawer,
    leds: LedsDialog,
    captures: CapturesDrawer,
  }[open.what]
  return <Drawer device={open.device} onClose={close} />
}
