import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { syncState } from '@belvedere/contract/rooms/intent/sync/enums.ts'
import { Suspense, useState, type ReactNode } from 'react'
import { Go } from '../../../kit/routing/go.tsx'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { useMay, useMayIn } from '../../../kit/session/session.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { DeviceAlarms } from '../../alarm/api.tsx'
import { ConfigurationPanel } from '../../intent/api.tsx'
import { useWritable } from '../device-table/use-writable.ts'
import { can, nameOf } from '../device-table/device.ts'
import { factsOf, type DeviceDetailAnswer } from './facts.ts'
import { InterfacesPanel } from './interfaces-panel.tsx'
import { KeyPanel } from '../../device-key/api.tsx'
import { LiveButton } from './live-button.tsx'
import { NeighboursPanel } from './neighbours-panel.tsx'
import { OwnPanel } from './own-panel.tsx'
import { OverviewPanel } from './overview-panel.tsx'
import { ReportingNotice } from './reporting-notice.tsx'
import { useKick } from '../actions/use-kick.ts'
import { TasksPanel, type DeviceTask } from './tasks-panel.tsx'
import { TerminalsPanel } from './terminals-panel.tsx'
import { WanPanel } from '../../device-line/api.tsx'
import { WirelessPanel } from './wireless-panel.tsx'

/** Content of an expanded row: the last report, live terminals, trends, recent tasks. */
export function DeviceDetail({ id }: { id: number }) {
  const { data, error, refetch } = useQueryCall(deviceCalls.detail, { id })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return data ? <Loaded detail={data} /> : <Loading />
}

function Loading() {
  return (
    <div className="flex h-64 flex-col gap-4 pt-2">
      <Skeleton className="h-5 w-96" />
      <Skeleton className="h-24" />
      <Skeleton className="h-20" />
    </div>
  )
}

/** Panels that depend on data which a device may not report. */
const reported: ReadonlySet<string> = new Set(['overview', 'wireless', 'terminals'])

function Loaded({ detail }: { detail: DeviceDetailAnswer }) {
  const sections = useSections(detail)
  const { commandable } = useWritable()
  const mayWatch = commandable(detail.device) && detail.device.online === 1 && can(detail.device, 'watch')
  const [wanted, setWanted] = useState('overview')
  const at = sections.find(({ id }) => id === wanted) ?? sections[0]
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-end gap-4 max-sm:flex-wrap max-sm:gap-y-1">
        <Tabs className="min-w-0 flex-1 max-sm:basis-full" tabs={sections} value={at?.id ?? ''} onChange={setWanted} />
        <p className="pb-2 text-xs whitespace-nowrap text-faint">
          {detail.facts_at > 0 && (
            <>
              {say({ zh: '上报于', en: 'Reported' })} <RelativeTime at={detail.facts_at} />
            </>
          )}
        </p>
        {mayWatch && <LiveButton device_id={detail.device.id} />}
      </div>
      {at && reported.has(at.id) && <ReportingNotice device={detail.device} />}
      {at?.draw()}
    </div>
  )
}

interface DetailSection {
  id: string
  label: Words
  count?: number
  draw: () => ReactNode
}

/** Only the panels of this device: a switch has no radios, an access point no WAN. */
function useSections(detail: DeviceDetailAnswer): DetailSection[] {
  const may = useMay()
  const mayIn = useMayIn()
  const { writable, commandable } = useWritable()
  const { interfaces = [], radios = [], ssids = [], neighbours = [], wans = [] } = factsOf(detail)
  const { id, terminals } = detail.device
  const tasks = detail.tasks as unknown as DeviceTask[]
  const facts = factsOf(detail)
  const mayCycle =
    may('device.command') &&
    writable(detail.device) &&
    detail.device.online === 1 &&
    detail.device.standalone === 0 &&
    detail.device.sync === syncState.id.synced &&
    can(detail.device, 'configure')
  const kick = useKick()
  const mayKick = commandable(detail.device) && detail.device.online === 1 && can(detail.device, 'kick')
  return [
    { id: 'overview', label: { zh: '概览', en: 'Overview' }, draw: () => <OverviewPanel detail={detail} /> },
    interfaces.length > 0 && {
      id: 'interfaces',
      label: { zh: '接口', en: 'Interfaces' },
      count: interfaces.length,
      draw: () => (
        <InterfacesPanel facts={facts} power={mayCycle && { device_id: id, device: nameOf(detail.device) }} />
      ),
    },
    radios.length + ssids.length > 0 && {
      id: 'wireless',
      label: { zh: '无线', en: 'Wi-Fi' },
      count: ssids.length,
      draw: () => <WirelessPanel facts={facts} />,
    },
    wans.length > 0 && {
      id: 'wan',
      label: detail.device.type === deviceType.id.ap ? { zh: '上联', en: 'Uplink' } : { zh: '外网', en: 'WAN' },
      count: wans.length,
      draw: () => <WanPanel device_id={id} wans={wans} interfaces={interfaces} readOnly={!writable(detail.device)} />,
    },
    may('terminal.read') && {
      id: 'terminals',
      label: { zh: '终端', en: 'Terminals' },
      count: terminals ?? 0,
      draw: () => (
        <TerminalsPanel device_id={id} kick={mayKick && ((terminal) => void kick(detail.device, terminal))} />
      ),
    },
    neighbours.length > 0 && {
      id: 'neighbours',
      label: { zh: '邻居', en: 'Neighbours' },
      count: neighbours.length,
      draw: () => <NeighboursPanel neighbours={neighbours} />,
    },
    (facts.ups || facts.printer) !== undefined && {
      id: 'own',
      label: facts.ups ? { zh: '电源', en: 'Power' } : { zh: '打印', en: 'Printing' },
      draw: () => <OwnPanel facts={facts} />,
    },
    mayIn(detail.device.scene_id, 'config.read') &&
      can(detail.device, 'configure') && {
        id: 'configuration',
        label: { zh: '配置', en: 'Configuration' },
        draw: () => (
          <Suspense fallback={<Skeleton className="h-24" />}>
            <ConfigurationPanel
              device_id={id}
              name={nameOf(detail.device)}
              online={detail.device.online === 1}
              readOnly={!writable(detail.device)}
            />
          </Suspense>
        ),
      },
    mayIn(detail.device.scene_id, 'alarm.read') && {
      id: 'alarms',
      label: { zh: '告警', en: 'Alarms' },
      draw: () => (
        <>
          <Suspense fallback={<Skeleton className="h-24" />}>
            <DeviceAlarms device_id={id} />
          </Suspense>
          {mayIn(detail.device.scene_id, 'log.read') && (
            <p className="text-xs">
              <Go to="/maintenance/log/sys" search={{ tab: 'devices', 'log/device.device': detail.device.sn }}>
                {say({ zh: '该设备的日志', en: 'Logs of this device' })}
              </Go>
            </p>
          )}
        </>
      ),
    },
    { id: 'key', label: { zh: '密钥', en: 'Key' }, draw: () => <KeyPanel device_id={id} /> },
    mayIn(detail.device.scene_id, 'log.read') && {
      id: 'tasks',
      label: { zh: '最近任务', en: 'Recent tasks' },
      count: tasks.length,
      draw: () => <TasksPanel tasks={tasks} />,
    },
  ].filter((section) => section !== false)
}
