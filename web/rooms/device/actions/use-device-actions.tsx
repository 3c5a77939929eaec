import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { lazy, Suspense, useCallback, useMemo, useState, type ReactNode } from 'react'
import { inChunks, type Outcome } from '../../../kit/batch-outcome.ts'
import { call } from '../../../kit/call.ts'
import { say, type Words } from '../../../kit/words.ts'
import { useConfirm } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { nameOf, type Device } from '../device-table/device.ts'
import { Affected, Named } from './named.tsx'
import { backupOrder, rebootOrder, showFailure, tellOne, type Order } from './tell-one.ts'

const MoveDialog = lazy(() => import('./move-dialog.tsx').then(({ MoveDialog }) => ({ default: MoveDialog })))
const GroupDialog = lazy(() => import('./group-dialog.tsx').then(({ GroupDialog }) => ({ default: GroupDialog })))
const BatchResult = lazy(() =>
  import('../../../kit/batch-result.tsx').then(({ BatchResult }) => ({ default: BatchResult })),
)
const ShellDrawer = lazy(() =>
  import('../shell/shell-drawer.tsx').then(({ ShellDrawer }) => ({ default: ShellDrawer })),
)
const QueryDrawer = lazy(() =>
  import('../live-query/query-drawer.tsx').then(({ QueryDrawer }) => ({ default: QueryDrawer })),
)
const BackupDrawer = lazy(() =>
  import('../backups/backup-drawer.tsx').then(({ BackupDrawer }) => ({ default: BackupDrawer })),
)

type Open =
  | { what: 'shell' | 'query' | 'backups'; device: Device }
  | { what: 'move'; devices: readonly Device[]; done: () => void }
  | { what: 'group'; devices: readonly Device[]; done: () => void }
  | { what: 'result'; title: Words; outcome: Outcome; retry?: (ids: readonly number[]) => void }

export type DeviceActions = ReturnType<typeof useDeviceActions>['actions']

const moveTitle = { zh: '移动场景', en: 'Move to another scene' }
const groupTitle = { zh: '设置分组', en: 'Set the group' }
const removeTitle = { zh: '删除设备', en: 'Remove devices' }

/** What can be done to devices: the same from a row and from a batch. `dialogs` belongs somewhere on the page. */
export function useDeviceActions() {
  const confirm = useConfirm()
  const [open, setOpen] = useState<Open>()
  const close = useCallback(() => setOpen(undefined), [])

  const actions = useMemo(() => {
    const show = (title: Words, outcome: Outcome, retry?: (ids: readonly number[]) => void) =>
      setOpen({ what: 'result', title, outcome, retry })
    const orderAll = (order: Order, ids: readonly number[]) =>
      attempt(async () =>
        show(order.title, await call(order.call, { ids: [...ids] }), (failed) => void orderAll(order, failed)),
      )
    const command = async (order: Order, devices: readonly Device[]) => {
      const [only] = devices
      if (devices.length === 1 && only) await tellOne(order, only)
      else await orderAll(order, idsOf(devices))
    }
    const removeAll = (ids: readonly number[]): Promise<boolean> =>
      attempt(async () => {
        const outcome = await inChunks(ids, (ids) => call(deviceCalls.remove, { ids }))
        if (outcome.err_cnt > 0) return show(removeTitle, outcome, (failed) => void removeAll(failed))
        setOpen(undefined)
        toast.success(say({ zh: '已删除 {n} 台设备', en: '{n} devices removed' }, { n: outcome.total_cnt }))
      })
    return {
      open: (what: 'shell' | 'query' | 'backups', device: Device) => setOpen({ what, device }),
      backup: (devices: readonly Device[]) => command(backupOrder, devices),
      async reboot(devices: readonly Device[]) {
        const title = question(
          devices,
          { zh: '重启“{name}”？', en: 'Reboot “{name}”?' },
          { zh: '重启 {n} 台设备？', en: 'Reboot {n} devices?' },
        )
        const body = <Question devices={devices} note={<Affected devices={devices} />} />
        if (await confirm({ title, body, ok: rebootOrder.title, danger: true })) await command(rebootOrder, devices)
      },
      move: (devices: readonly Device[], done: () => void = () => {}) => setOpen({ what: 'move', devices, done }),
      group: (devices: readonly Device[], done: () => void = () => {}) => setOpen({ what: 'group', devices, done }),
      async remove(devices: readonly Device[]) {
        const title = question(
          devices,
          { zh: '删除“{name}”？', en: 'Remove “{name}”?' },
          { zh: '删除 {n} 台设备？', en: 'Remove {n} devices?' },
        )
        const note = say({
          zh: '设备将解除绑定，它的历史数据和备份会一并删除，无法恢复。',
          en: 'They are released, and their history and backups are deleted. This cannot be undone.',
        })
        const type = devices.length === 1 && devices[0] ? nameOf(devices[0]) : String(devices.length)
        if (
          !(await confirm({
            title,
            body: <Question devices={devices} note={note} />,
            type,
            ok: { zh: '删除', en: 'Remove' },
            danger: true,
          }))
        )
          return false
        return removeAll(idsOf(devices))
      },
      showOutcome: show,
    }
  }, [confirm])

  return {
    actions,
    dialogs: (
      <Suspense>
        <Dialogs open={open} close={close} show={actions.showOutcome} />
      </Suspense>
    ),
  }
}

const idsOf = (devices: readonly Device[]) => devices.map(({ id }) => id)

/** False when it was refused; the refusal is said. */
async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    showFailure(error)
    return false
  }
}

function question(devices: readonly Device[], one: Words, many: Words): string {
  const [only] = devices
  return devices.length === 1 && only ? say(one, { name: nameOf(only) }) : say(many, { n: devices.length })
}

function Question({ devices, note }: { devices: readonly Device[]; note: ReactNode }) {
  return (
    <>
      {note}
      {devices.length > 1 && <Named devices={devices} />}
    </>
  )
}

const changes = {
  move: { title: moveTitle, said: { zh: '已移动 {n} 台设备', en: '{n} devices moved' }, Dialog: MoveDialog },
  group: {
    title: groupTitle,
    said: { zh: '已设置 {n} 台设备的分组', en: 'Group of {n} devices set' },
    Dialog: GroupDialog,
  },
}

function Dialogs({
  open,
  close,
  show,
}: {
  open: Open | undefined
  close: () => void
  show: (title: Words, outcome: Outcome, retry?: (ids: readonly number[]) => void) => void
}) {
  if (!open) return null
  if (open.what === 'result')
    return <BatchResult title={open.title} outcome={open.outcome} onClose={close} onRetry={open.retry} />
  if (open.what === 'move' || open.what === 'group') {
    const { title, said, Dialog } = changes[open.what]
    const done = (outcome: Outcome, retry: (ids: readonly number[]) => Promise<Outcome>) => {
      open.done()
      close()
      const again = async (ids: readonly number[]) => done(await retry(ids), retry)
      if (outcome.err_cnt > 0) show(title, outcome, (ids) => void again(ids))
      else toast.success(say(said, { n: outcome.total_cnt }))
    }
    return <Dialog devices={open.devices} onClose={close} onDone={done} />
  }
  const Drawer = { shell: ShellDrawer, query: QueryDrawer, backups: BackupDrawer }[open.what]
  return <Drawer device={open.device} onClose={close} />
}
