import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { deviceOnline, deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { groupCalls } from '@belvedere/contract/rooms/device/group.ts'
import { modelCalls } from '@belvedere/contract/rooms/device/model.ts'
import { syncState } from '@belvedere/contract/rooms/intent/sync/enums.ts'
import { CalendarClock, Plus } from 'lucide-react'
import { Suspense, useCallback, useMemo, useState, type ReactNode } from 'react'
import { CallTable, type Batch, type Column, type FilterSpec } from '../../../kit/list/call-table.tsx'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { useScene } from '../../../kit/session/scene.ts'
import { useMay } from '../../../kit/session/session.ts'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import type { MenuEntry } from '../../../ui/popups/menu.tsx'
import { NewerFirmware } from '../../firmware/api.tsx'
import { useDeviceActions } from '../actions/use-device-actions.tsx'
import { DemoBanner } from '../demo/demo-banner.tsx'
import type { FirstAction } from './batch-actions.tsx'
import { columnsFor } from './columns.tsx'
import { csvColumns } from './csv-columns.ts'
import { typeOfKind, type ListedDevice, type DeviceKind } from './device.ts'
import { RowActions } from './row-actions.tsx'
import { useWritable } from './use-writable.ts'
import { AddDeviceDialog } from '../../enrol/api.tsx'
import { KeyBanner } from '../../device-key/api.tsx'

// Not part of the first load of the page: they are shown only after a click.
const BatchActions = lazyPart(() => import('./batch-actions.tsx'), 'BatchActions')
// optional while no key waits for a decision
const DeviceDetail = lazyPart(() => import('../detail/device-detail.tsx'), 'DeviceDetail')

const searchHint = { zh: '名称 / 序列号 / IP / 型号', en: 'Name, serial, IP or model' }

export interface DeviceTableProps {
  kind: DeviceKind
  /** Replaces the default columns; the last of them are available in the column selector. */
  more?: (usual: Column<ListedDevice>[]) => Column<ListedDevice>[]
  /** Shown before the button that adds a device, for users with that permission. */
  addFirst?: ReactNode
  /** Text for an empty list. */
  hint?: Words
  /** Additional entries of a row's menu. */
  entries?: (device: ListedDevice) => MenuEntry[]
  /** Additional actions on selected rows. */
  firstAction?: FirstAction | undefined
}

/** The table of devices; `kind` selects the call and the default columns. */
export function DeviceTable({ kind, more, addFirst, entries, firstAction, hint }: DeviceTableProps) {
  const scene = useScene()
  const may = useMay()
  const { writable, owned, commandable, configurable, configShown, logShown } = useWritable()
  const { actions, dialogs } = useDeviceActions()
  const [{ add: way }, setUrl] = useUrlState({ add: '' })
  const list = deviceCalls[kind] as typeof deviceCalls.all
  const input = useMemo(() => (scene.id ? { scene_id: scene.id } : {}), [scene.id])
  const [newer, setNewer] = useState<{ of: (device: ListedDevice) => string | undefined }>()
  const columns = useMemo(() => {
    const usual = columnsFor(kind, writable, newer?.of)
    return more ? more(usual) : usual
  }, [kind, writable, newer, more])
  const filters = useFilters(kind, input)
  const expand = useCallback(
    (device: ListedDevice) => (
      <Suspense fallback={<div className="h-40" />}>
        <DeviceDetail id={device.id} />
      </Suspense>
    ),
    [],
  )
  const rowActions = useCallback(
    (device: ListedDevice) => (
      <RowActions
        device={device}
        actions={actions}
        writable={writable(device)}
        owned={owned(device)}
        commandable={commandable(device)}
        configurable={configurable(device)}
        configShown={configShown(device)}
        logShown={logShown(device)}
        more={writable(device) ? entries?.(device) : undefined}
      />
    ),
    [actions, writable, owned, commandable, configurable, configShown, logShown, entries],
  )
  const add = may('device.write') && !scene.readOnly && (
    <>
      {addFirst}
      <Button kind={addFirst ? 'plain' : 'primary'} icon={Plus} onClick={() => setUrl({ add: 'serial' })}>
        {say({ zh: '添加设备', en: 'Add device' })}
      </Button>
    </>
  )
  const empty = {
    title: { zh: '还没有设备', en: 'No devices yet' },
    hint: hint ?? {
      zh: '接入 OpenWiFi / OpenLAN 设备，按序列号添加，或用一条命令接入一台 Linux 主机',
      en: 'Connect an OpenWiFi or OpenLAN device, add one by its serial number, or connect a Linux host with one command',
    },
    action: add,
  }
  const mayBatch = (may('device.command') || may('device.write')) && !scene.readOnly
  return (
    <>
      <DemoBanner />
      <Suspense>
        <KeyBanner input={input} />
      </Suspense>
      <CallTable
        call={list}
        input={input}
        columns={columns}
        filters={filters}
        searchHint={searchHint}
        actions={
          <>
            {add}
            {may('config.read') && (
              <Button icon={CalendarClock} onClick={() => actions.timers(input)}>
                {say({ zh: '定时任务', en: 'Timers' })}
              </Button>
            )}
          </>
        }
        batch={
          mayBatch
            ? (batch: Batch<ListedDevice>) => (
                <Suspense>
                  <BatchActions batch={batch} list={list} actions={actions} first={firstAction} />
                </Suspense>
              )
            : undefined
        }
        expand={expand}
        rowActions={rowActions}
        actionsWidth={92}
        empty={empty}
        csv={csvColumns}
        maxLimit={1000}
        usualOrder="name asc"
      />
      {dialogs}
      <Suspense>
        <NewerFirmware input={input} onKnown={setNewer} />
      </Suspense>
      <Suspense>{add && way && <AddDeviceDialog first={way} onClose={() => setUrl({ add: '' })} />}</Suspense>
    </>
  )
}

function useFilters(kind: DeviceKind, scene: { scene_id?: number }): FilterSpec[] {
  const { data: grouped } = useQueryCall(groupCalls.option, {})
  const { data } = useQueryCall(modelCalls.option, { ...scene, type: typeOfKind(kind) as never })
  const models = data?.list
  const groups = grouped?.list
  return useMemo(
    () => [
      { key: 'online', label: { zh: '状态', en: 'State' }, kind: 'select', options: deviceOnline.values },
      ...(kind === 'all' ? [kinds] : []),
      {
        key: 'model',
        label: { zh: '型号', en: 'Model' },
        kind: 'select',
        filter: true,
        options: (models ?? []).map(({ model, total }) => ({ id: model, label: `${model} (${total})` })),
      },
      {
        key: 'group_id',
        label: { zh: '分组', en: 'Group' },
        kind: 'select',
        filter: true,
        options: [
          ...(groups ?? []).map(({ id, name }) => ({ id, label: name })),
          { id: 0, zh: '未分组', en: 'No group' },
        ],
      },
      { key: 'sync', label: { zh: '配置', en: 'Configuration' }, kind: 'select', options: syncState.values },
      { key: 'version', label: { zh: '固件版本', en: 'Firmware' }, kind: 'text', maxLength: 128 },
      { key: 'simulated', label: { zh: '来源', en: 'Origin' }, kind: 'select', options: origins },
    ],
    [kind, models, groups],
  )
}

const kinds: FilterSpec = { key: 'types', label: { zh: '类型', en: 'Kind' }, kind: 'multi', options: deviceType.values }

const origins = [
  { id: 0, zh: '真实设备', en: 'Real devices' },
  { id: 1, zh: '模拟设备', en: 'Simulated devices' },
]
