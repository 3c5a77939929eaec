import { captureCalls } from '@belvedere/contract/rooms/remote/capture.ts'
import { CAPTURE_DAYS, captureState } from '@belvedere/contract/rooms/remote/capture/enums.ts'
import { flowText } from '@belvedere/pure/text/flow.ts'
import { Download, FileSearch, Trash2 } from 'lucide-react'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { call, saveDownload } from '../../../kit/calls/call.ts'
import { CallTable, type Column, type RowOf } from '../../../kit/list/call-table.tsx'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { showFailure } from '../../task/api.tsx'
import { nameOf, type ListedDevice } from '../../device/api.tsx'

const CaptureDialog = lazyPart(() => import('./capture-dialog.tsx'), 'CaptureDialog')

type Capture = RowOf<typeof captureCalls.list>

const columns: Column<Capture>[] = [
  {
    property: 'started_at',
    label: { zh: '时间', en: 'When' },
    sort: true,
    width: 130,
    fixed: true,
    format: ({ started_at }) => <RelativeTime at={started_at} />,
  },
  {
    property: 'interface',
    label: { zh: '抓取范围', en: 'What' },
    minWidth: 180,
    format: ({ interface: where, packets, seconds }) => {
      const name = where === 'any' ? say({ zh: '全部接口', en: 'All interfaces' }) : where
      return packets === null
        ? say({ zh: '{name}，{n} 秒，包头', en: '{name}, {n} s, headers' }, { name, n: seconds ?? 0 })
        : say({ zh: '{name}，{n} 个完整报文', en: '{name}, {n} full {n:packet|packets}' }, { name, n: packets })
    },
  },
  { property: 'filter', label: { zh: '过滤条件', en: 'Filter' }, minWidth: 140, mono: true, tooltip: true },
  { property: 'operator', label: { zh: '操作人', en: 'Operator' }, width: 110, tooltip: true },
  {
    property: 'state',
    label: { zh: '状态', en: 'State' },
    width: 110,
    format: ({ state }) => {
      const known = captureState.find(state)
      return known && <Status tone={known.tone} label={known} />
    },
  },
  {
    property: 'bytes',
    label: { zh: '大小', en: 'Size' },
    sort: true,
    width: 100,
    position: 'right',
    format: ({ bytes }) => bytes !== null && flowText(bytes),
  },
  {
    property: 'expires_at',
    label: { zh: '删除时间', en: 'Deleted' },
    width: 120,
    format: ({ expires_at }) => <RelativeTime at={expires_at} />,
  },
]

/** Packet captures of one device: start, download, delete. */
export function CapturesDrawer({ device, onClose }: { device: ListedDevice; onClose: () => void }) {
  const [isAsking, ask] = useState(false)
  const input = useMemo(() => ({ device_id: device.id }), [device.id])
  const rowActions = useCallback((capture: Capture) => <Actions capture={capture} />, [])
  return (
    <Drawer
      open
      onClose={onClose}
      width={1040}
      title={say({ zh: '抓包 · {name}', en: 'Packet captures · {name}' }, { name: nameOf(device) })}
    >
      <CallTable
        call={captureCalls.list}
        input={input}
        name="captures"
        columns={columns}
        rowActions={rowActions}
        actionsWidth={84}
        actions={
          <Button kind="primary" icon={FileSearch} disabled={!device.online} onClick={() => ask(true)}>
            {say({ zh: '开始抓包', en: 'Start a capture' })}
          </Button>
        }
        empty={{
          title: { zh: '还没有抓包文件', en: 'No packet captures yet' },
          hint: {
            zh: `文件含真实流量，加密保存，${CAPTURE_DAYS} 天后自动删除`,
            en: `They contain real traffic, are stored encrypted and deleted after ${CAPTURE_DAYS} days`,
          },
        }}
      />
      <Suspense>{isAsking && <CaptureDialog device={device} onClose={() => ask(false)} />}</Suspense>
    </Drawer>
  )
}

function Actions({ capture: { id, state } }: { capture: Capture }) {
  const remove = useMutateCall(captureCalls.remove, { done: { zh: '已删除', en: 'Deleted' } })
  return (
    <span className="inline-flex items-center">
      {state === captureState.id.kept && (
        <IconButton
          size="s"
          icon={Download}
          label={{ zh: '下载', en: 'Download' }}
          onClick={() => void call(captureCalls.download, { id }).then(saveDownload, showFailure)}
        />
      )}
      <IconButton
        size="s"
        icon={Trash2}
        label={{ zh: '删除', en: 'Delete' }}
        pending={remove.pending}
        onClick={() => void remove.run({ id })}
      />
    </span>
  )
}
