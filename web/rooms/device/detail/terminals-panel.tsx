import { terminalLink } from '@belvedere/contract/rooms/device/terminal/enums.ts'
import { onlineCalls } from '@belvedere/contract/rooms/terminal/online.ts'
import { flowText } from '@belvedere/pure/text/flow.ts'
import { Unplug } from 'lucide-react'
import type { RowOf } from '../../../kit/list/call-table.tsx'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Copyable } from '../../../ui/buttons/copy-button.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { MiniTable, type MiniColumn } from '../../../ui/data-table/mini-table.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

type TerminalOnDevice = RowOf<typeof onlineCalls.all>

/** Maximum number of rows; the page of terminals shows all of them. */
const most = 200

const columns: MiniColumn<TerminalOnDevice>[] = [
  {
    label: { zh: '终端', en: 'Terminal' },
    format: ({ hostname }) => hostname && <span className="font-medium">{hostname}</span>,
  },
  { label: { zh: 'MAC 地址', en: 'MAC address' }, format: ({ mac }) => <Copyable text={mac} /> },
  { label: { zh: 'IP 地址', en: 'IP address' }, format: ({ ip }) => ip && <Copyable text={ip} /> },
  {
    label: { zh: '连接', en: 'Connection' },
    format: ({ link, ssid, port }) => [terminalLink.label(link, lang), ssid ?? port].filter(Boolean).join(' · '),
  },
  {
    label: { zh: '信号', en: 'Signal' },
    right: true,
    format: ({ signal }) => signal !== null && <Signal dbm={signal} />,
  },
  {
    label: { zh: '下行流量', en: 'Downloaded' },
    right: true,
    format: ({ down_bytes }) => down_bytes !== null && flowText(down_bytes),
  },
  {
    label: { zh: '上行流量', en: 'Uploaded' },
    right: true,
    format: ({ up_bytes }) => up_bytes !== null && flowText(up_bytes),
  },
  { label: { zh: '上线', en: 'Connected' }, format: ({ since }) => <RelativeTime at={since} /> },
]

function Signal({ dbm }: { dbm: number }) {
  const look = dbm < -75 ? 'text-danger' : dbm < -67 ? 'text-warning' : undefined
  return <span className={look}>{dbm} dBm</span>
}

interface TerminalsPanelProps {
  device_id: number
  /** Set if the caller may disconnect terminals from it. */
  kick?: ((terminal: { mac: string; hostname: string | null }) => void) | false
}

/** Action that disconnects a terminal; a wired terminal has none. */
const kicking = (onKick: (row: TerminalOnDevice) => void): MiniColumn<TerminalOnDevice> => ({
  label: { zh: '操作', en: 'Actions' },
  right: true,
  format: (row) =>
    row.link !== terminalLink.id.wired && (
      <IconButton
        size="s"
        icon={Unplug}
        label={say({ zh: '断开 {name}', en: 'Disconnect {name}' }, { name: row.hostname ?? row.mac })}
        onClick={() => onKick(row)}
      />
    ),
})

export function TerminalsPanel({ device_id, kick }: TerminalsPanelProps) {
  const { data, error, refetch } = useQueryCall(
    onlineCalls.all,
    { device_id, limit: most, orderby: 'since desc' },
    { keepPrevious: true },
  )
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24" />
  if (data.total === 0)
    return <p className="py-4 text-center text-faint">{say({ zh: '没有在线终端', en: 'No terminals online' })}</p>
  return (
    <>
      <MiniTable
        label={{ zh: '在线终端', en: 'Terminals online' }}
        columns={kick ? [...columns, kicking(kick)] : columns}
        rows={data.list}
        rowKey={({ id }) => id}
        className="max-h-96"
      />
      {data.total > data.list.length && (
        <p className="mt-2 text-xs text-faint">
          {say(
            { zh: '显示 {shown} / {total} 个', en: 'Showing {shown} of {total}' },
            { shown: data.list.length, total: data.total },
          )}
        </p>
      )}
    </>
  )
}
