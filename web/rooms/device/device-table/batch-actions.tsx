import type { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import {
  ArrowRightLeft,
  CalendarClock,
  CircleArrowUp,
  DatabaseBackup,
  Group,
  KeyRound,
  RotateCw,
  Trash2,
} from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { allRows } from '../../../kit/calls/all-rows.ts'
import type { Batch } from '../../../kit/list/call-table.tsx'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import type { DeviceActions } from '../actions/use-device-actions.tsx'
import type { ListedDevice } from './device.ts'
import { useWritable } from './use-writable.ts'
import { showFailure } from '../../task/api.tsx'

interface BatchActionsProps {
  batch: Batch<ListedDevice>
  /** The list of the rows, for “all that match”. */
  list: typeof deviceCalls.all
  actions: DeviceActions
  first?: FirstAction | undefined
}

/** An additional button for devices that may be changed: `run` starts its action, `done` clears the selection. */
export type FirstAction = (
  pending: boolean,
  run: (work: (devices: readonly ListedDevice[], done: () => void) => unknown) => () => Promise<void>,
) => ReactNode

const pageSize = 1000

/** Devices of read-only scenes are excluded. */
export function BatchActions({ batch, list, actions, first }: BatchActionsProps) {
  const { writable, owned, commandable, configurable } = useWritable()
  const [pending, setPending] = useState(false)
  const run =
    (allowed: (device: ListedDevice) => boolean, work: (devices: readonly ListedDevice[]) => unknown) => async () => {
      setPending(true)
      try {
        const devices = batch.all ? await allRows(list, { ...batch.query, orderby: 'id asc' }, pageSize) : batch.rows
        await work(devices.filter(allowed))
      } catch (error) {
        showFailure(error)
      } finally {
        setPending(false)
      }
    }
  const mayCommand = batch.rows.some(commandable)
  const mayConfigure = batch.rows.some(configurable)
  const mayWrite = batch.rows.some(writable)
  const mayOwn = batch.rows.some(owned)
  const remove = async (devices: readonly ListedDevice[]) => (await actions.remove(devices)) && batch.clear()
  return (
    <>
      {mayCommand && (
        <Button kind="quiet" size="s" icon={RotateCw} disabled={pending} onClick={run(commandable, actions.reboot)}>
          {say({ zh: '重启', en: 'Reboot' })}
        </Button>
      )}
      {mayCommand && (
        <Button
          kind="quiet"
          size="s"
          icon={DatabaseBackup}
          disabled={pending}
          onClick={run(commandable, actions.backup)}
        >
          {say({ zh: '备份', en: 'Back up' })}
        </Button>
      )}
      {mayCommand && (
        <Button
          kind="quiet"
          size="s"
          icon={CircleArrowUp}
          disabled={pending}
          onClick={run(commandable, actions.upgrade)}
        >
          {say({ zh: '升级', en: 'Upgrade' })}
        </Button>
      )}
      {mayCommand && (
        <Button
          kind="quiet"
          size="s"
          icon={CalendarClock}
          disabled={pending}
          onClick={run(commandable, (devices) => actions.timer(devices, batch.clear))}
        >
          {say({ zh: '定时任务', en: 'Schedule' })}
        </Button>
      )}
      {mayConfigure && (
        <Button kind="quiet" size="s" icon={KeyRound} disabled={pending} onClick={run(configurable, actions.password)}>
          {say({ zh: '修改密码', en: 'Change password' })}
        </Button>
      )}
      {mayWrite && first?.(pending, (work) => run(writable, (devices) => work(devices, batch.clear)))}
      {mayOwn && (
        <Button
          kind="quiet"
          size="s"
          icon={Group}
          disabled={pending}
          onClick={run(owned, (devices) => actions.group(devices, batch.clear))}
        >
          {say({ zh: '设置分组', en: 'Group' })}
        </Button>
      )}
      {mayOwn && (
        <Button
          kind="quiet"
          size="s"
          icon={ArrowRightLeft}
          disabled={pending}
          onClick={run(owned, (devices) => actions.move(devices, batch.clear))}
        >
          {say({ zh: '移动场景', en: 'Move' })}
        </Button>
      )}
      {mayOwn && (
        <Button
          kind="quiet"
          size="s"
          icon={Trash2}
          disabled={pending}
          className="text-danger!"
          onClick={run(owned, remove)}
        >
          {say({ zh: '删除', en: 'Remove' })}
        </Button>
      )}
    </>
  )
}
