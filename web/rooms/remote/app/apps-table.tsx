import { appCalls } from '@belvedere/contract/rooms/remote/app.ts'
import { installStatus } from '@belvedere/contract/rooms/remote/app/enums.ts'
import { deviceOnline, deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { RefreshCw } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { CallTable, type Column, type FilterSpec } from '../../../kit/list/call-table.tsx'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useScene } from '../../../kit/session/scene.ts'
import { useMay } from '../../../kit/session/session.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { AppActions } from './app-actions.tsx'
import type { InstalledApp } from './installed-app.ts'

const columns: Column<InstalledApp>[] = [
  {
    property: 'name',
    label: { zh: '应用', en: 'App' },
    sort: true,
    minWidth: 200,
    fixed: true,
    tooltip: true,
    format: ({ name }) => <b className="font-medium">{name.replace(/\.service$/, '')}</b>,
  },
  {
    property: 'status',
    label: { zh: '状态', en: 'Status' },
    sort: true,
    width: 130,
    format: ({ status }) => (
      <Status tone={installStatus.find(status)?.tone} label={installStatus.label(status, lang)} />
    ),
  },
  { property: 'detail', label: { zh: '子状态', en: 'Sub-state' }, width: 110, mono: true },
  { property: 'description', label: { zh: '说明', en: 'Description' }, minWidth: 220, tooltip: true },
  { property: 'device_name', label: { zh: '设备', en: 'Device' }, sort: true, minWidth: 150, tooltip: true },
  { property: 'sn', label: { zh: '序列号', en: 'Serial' }, width: 130, mono: true, defaultHide: true },
  {
    property: 'online',
    label: { zh: '设备状态', en: 'Device state' },
    width: 110,
    format: ({ online }) => <Status tone={deviceOnline.find(online)?.tone} label={deviceOnline.label(online, lang)} />,
  },
  {
    property: 'told_at',
    label: { zh: '读取时间', en: 'Read at' },
    sort: true,
    width: 120,
    format: ({ told_at }) => <RelativeTime at={told_at} />,
  },
]

const sceneColumn: Column<InstalledApp> = {
  property: 'scene_name',
  label: { zh: '场景', en: 'Scene' },
  sort: true,
  minWidth: 130,
  tooltip: true,
}

const byStatus: FilterSpec = {
  key: 'status',
  label: { zh: '状态', en: 'Status' },
  kind: 'select',
  options: installStatus.values,
}
const byType: FilterSpec = {
  key: 'type',
  label: { zh: '设备类型', en: 'Device type' },
  kind: 'select',
  options: deviceType.values,
}

/** Apps on the devices of the chosen scene: of one kind, or of all. */
export function AppsTable({ type }: { type?: number | undefined }) {
  const scene = useScene()
  const may = useMay()
  const refresh = useMutateCall(appCalls.refresh)
  const input = useMemo(() => ({ ...scene.input, ...(type === undefined ? {} : { type }) }), [scene.input, type])
  const list = useMemo(() => (scene.id ? columns : [...columns, sceneColumn]), [scene.id])
  const rowActions = useCallback((app: InstalledApp) => <AppActions app={app} />, [])
  const read = async () => {
    const done = await refresh.run(scene.input)
    if (done)
      toast.success(
        say(
          { zh: '已读取 {n} 台设备', en: '{n} {n:device was|devices were} read' },
          { n: done.total_cnt - done.err_cnt },
        ),
      )
  }
  return (
    <CallTable
      call={appCalls.installed}
      input={input as never}
      columns={list}
      filters={type === undefined ? [byStatus, byType] : [byStatus]}
      searchHint={{ zh: '应用 / 设备名称 / 序列号', en: 'App, device name or serial' }}
      actions={
        may('device.command') && (
          <Button icon={RefreshCw} pending={refresh.pending} onClick={() => void read()}>
            {say({ zh: '从设备读取', en: 'Read from devices' })}
          </Button>
        )
      }
      rowActions={rowActions}
      actionsWidth={112}
      usualOrder="name asc"
      empty={{
        title: { zh: '暂无应用信息', en: 'No apps are known' },
        hint: {
          zh: '运行代理程序的 Linux 主机会列出其服务；其他型号的设备不支持',
          en: 'Linux hosts with the agent list their services; other models cannot',
        },
      }}
    />
  )
}
