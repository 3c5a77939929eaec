import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { baseOrigin } from '@belvedere/contract/rooms/intent/enums.ts'
import { syncState } from '@belvedere/contract/rooms/intent/sync/enums.ts'
import { intentCalls } from '@belvedere/contract/rooms/intent/intent.ts'
import { RefreshCw, SlidersHorizontal } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { ConfigureDialog } from '../api.tsx'
import { DriftList } from './drift-list.tsx'
import { LostConfiguration, ReturnPolicy } from './return-policy.tsx'
import { RevisionList } from './revision-list.tsx'
import { UnknownBase } from './unknown-base.tsx'

interface ConfigurationPanelProps {
  device_id: number
  name: string
  online: boolean
  readOnly: boolean
}

/** State of one device: in sync or drifted, its differences, and earlier configurations. */
export function ConfigurationPanel({ device_id, name, online, readOnly }: ConfigurationPanelProps) {
  const may = useMay()
  const [open, setOpen] = useState(false)
  const { data, error, refetch } = useQueryCall(intentCalls.state, { device_id })
  const read = useMutateCall(intentCalls.read)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24" />
  const state = syncState.find(data.sync)
  const locked = readOnly || !may('device.write')
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {state && <Status tone={state.tone ?? 'neutral'} label={state} />}
        {data.sync_at > 0 && (
          <span className="text-xs text-faint">
            <RelativeTime at={data.sync_at} />
          </span>
        )}
        {data.said && <span className="min-w-0 truncate text-soft">{data.said}</span>}
        <span className="ml-auto flex gap-2">
          {!locked && data.readable === 1 && (
            <Button
              icon={RefreshCw}
              disabled={!online}
              pending={read.pending}
              onClick={() => void read.run({ device_id })}
            >
              {say({ zh: '读取并比较', en: 'Read and compare' })}
            </Button>
          )}
          {data.configurable === 1 && (
            <Button icon={SlidersHorizontal} kind="primary" onClick={() => setOpen(true)}>
              {locked ? say({ zh: '查看配置', en: 'View configuration' }) : say({ zh: '配置', en: 'Configure' })}
            </Button>
          )}
        </span>
      </div>
      {data.configurable === 0 && (
        <p className="text-soft">{say({ zh: '该设备不支持下发配置', en: 'This device cannot be configured' })}</p>
      )}
      {data.configurable === 1 && data.desired_uuid === 0 && (
        <Origin from={data.base_from} readable={data.readable === 1} />
      )}
      {data.blocked === 1 && (
        <UnknownBase device_id={device_id} name={name} online={online} derived={data.base_from === 'reported'} />
      )}
      {data.sync === 3 && data.desired_uuid > 0 && data.desired_uuid !== data.reported_uuid && !locked && (
        <LostConfiguration device_id={device_id} {...data} />
      )}
      <DriftList device_id={device_id} readOnly={locked} />
      {data.configurable === 1 && may('config.read') && <ReturnPolicy scene_id={data.scene_id} />}
      <RevisionList device_id={device_id} readOnly={locked} />
      <Suspense>
        {open && (
          <ConfigureDialog
            level={2}
            target_id={device_id}
            name={name}
            readOnly={locked}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </div>
  )
}

interface OriginProps {
  from: IdOf<typeof baseOrigin> | null
  readable: boolean
}

/** For a device to which nothing was sent yet: the source of its shown configuration. */
function Origin({ from, readable }: OriginProps) {
  const text = from === null ? (readable ? undefined : untold) : origins[from]
  return text ? <p className="text-soft">{say(text)}</p> : null
}

const untold: Words = {
  zh: '设备尚未上报其端口；上报后即可配置。',
  en: 'The device has not reported its ports yet. Configuration is possible after that.',
}

const origins: Partial<Record<IdOf<typeof baseOrigin>, Words>> = {
  reported: {
    zh: '该设备不支持回读配置，以下按其上报的数据推断：未连接的端口视为出厂设置（启用，速率同相邻端口），所有端口视为 VLAN 1 的不带标签端口。首次下发后以下发的配置为准。',
    en: 'The configuration of this device cannot be read and is derived from its reports. Ports without a link are assumed to have factory settings (enabled, speed of adjacent ports), and all ports are assumed to be untagged in VLAN 1. After the first change set, the sent configuration is used.',
  },
  imported: {
    zh: '现有配置由管理员导入，首次变更可以撤销到它。',
    en: 'The current configuration was imported by an administrator. Undoing the first change set restores it.',
  },
  agreed: {
    zh: '管理员已确认替换其现有配置；首次下发后无法恢复。',
    en: 'An administrator confirmed replacing the existing configuration. It cannot be restored after the first change set.',
  },
}
