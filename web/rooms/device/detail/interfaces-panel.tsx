import { flowText, rateText } from '@belvedere/pure/text/flow.ts'
import { RotateCw } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { say } from '../../../kit/words/words.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { MiniTable, type MiniColumn } from '../../../ui/data-table/mini-table.tsx'
import { Badge, Status } from '../../../ui/feedback/status.tsx'
import { Faceplate } from './faceplate.tsx'
import type { ShownFacts, ShownInterface } from '@belvedere/contract/rooms/device/facts.ts'
import { speedText, sumOf } from './facts.ts'
import { poeWords } from './poe-words.ts'

const roles = {
  wan: { zh: '外网', en: 'WAN' },
  lan: { zh: '内网', en: 'LAN' },
  port: { zh: '端口', en: 'Port' },
  other: { zh: '其他', en: 'Other' },
}
const up = { zh: '已连接', en: 'Up' }
const down = { zh: '未连接', en: 'Down' }

/** Half duplex, and a low speed of a gigabit port, are typical symptoms of a faulty cable. */
function linkSpeed(port: ShownInterface) {
  const speed = port.up ? speedText(port.speed_mbps) : undefined
  if (!speed || port.duplex !== 'half') return speed
  return (
    <span className="text-warning">
      {speed} {say({ zh: '半双工', en: 'half duplex' })}
    </span>
  )
}

const count = (value: number | undefined) =>
  value !== undefined && (value > 0 ? <span className="text-warning">{value}</span> : '0')
const rate = (bps: number | undefined) => bps !== undefined && rateText(bps)
const flow = (bytes: number | undefined) => bytes !== undefined && flowText(bytes)

const columns: MiniColumn<ShownInterface>[] = [
  { label: { zh: '接口', en: 'Interface' }, format: ({ name }) => <span className="font-medium">{name}</span> },
  {
    label: { zh: '角色', en: 'Role' },
    format: ({ role }) => <Badge tone={role === 'wan' ? 'primary' : 'neutral'} label={roles[role] ?? role} />,
  },
  {
    label: { zh: '状态', en: 'State' },
    format: (port) => <Status tone={port.up ? 'success' : 'disabled'} label={port.up ? up : down} />,
  },
  { label: { zh: '速率', en: 'Speed' }, format: linkSpeed },
  { label: { zh: '地址', en: 'Addresses' }, mono: true, format: ({ addresses }) => addresses?.slice(0, 3).join(', ') },
  { label: { zh: '接收', en: 'Receiving' }, right: true, format: ({ rx_bps }) => rate(rx_bps) },
  { label: { zh: '发送', en: 'Sending' }, right: true, format: ({ tx_bps }) => rate(tx_bps) },
  { label: { zh: '累计接收', en: 'Received' }, right: true, format: ({ rx_bytes }) => flow(rx_bytes) },
  { label: { zh: '累计发送', en: 'Sent' }, right: true, format: ({ tx_bytes }) => flow(tx_bytes) },
  {
    label: { zh: '错误', en: 'Errors' },
    right: true,
    format: ({ rx_errors, tx_errors }) => count(sumOf(rx_errors, tx_errors)),
  },
  {
    label: { zh: '丢弃', en: 'Drops' },
    right: true,
    format: ({ rx_dropped, tx_dropped }) => count(sumOf(rx_dropped, tx_dropped)),
  },
]

const poe: MiniColumn<ShownInterface> = {
  label: { zh: 'PoE', en: 'PoE' },
  right: true,
  format: (port) =>
    port.poe &&
    (port.poe.fault ? (
      <span className="text-danger">{poeWords(port.poe.fault)}</span>
    ) : port.poe.watt ? (
      `${port.poe.watt.toFixed(1)} W`
    ) : (
      poeWords(port.poe.status)
    )),
}

const PowerDialog = lazyPart(() => import('./power-dialog.tsx'), 'PowerDialog')

const cycling = (onCycle: (port: string) => void): MiniColumn<ShownInterface> => ({
  ...poe,
  format: (port) => (
    <span className="inline-flex items-center gap-1">
      {poe.format(port)}
      {port.poe && (
        <IconButton
          size="s"
          icon={RotateCw}
          label={say({ zh: '断电重启 {port}', en: 'Cycle the power of {port}' }, { port: port.name })}
          onClick={() => onCycle(port.name)}
        />
      )}
    </span>
  ),
})

interface InterfacesPanelProps {
  facts: ShownFacts
  /** Set if the caller may power-cycle its ports. */
  power?: { device_id: number; device: string } | false
}

export function InterfacesPanel({ facts, power }: InterfacesPanelProps) {
  const [port, setPort] = useState<string>()
  const list = facts.interfaces ?? []
  const ports = list.filter(({ role }) => role === 'port')
  const shown = list.some((port) => port.poe)
    ? [...columns.slice(0, 4), power ? cycling(setPort) : poe, ...columns.slice(4)]
    : columns
  return (
    <div className="flex flex-col gap-3">
      {ports.length > 3 && <Faceplate ports={ports} poe={facts.poe} />}
      <MiniTable
        label={{ zh: '接口', en: 'Interfaces' }}
        columns={shown}
        rows={list}
        rowKey={({ name }) => name}
        className="max-h-96"
      />
      <Suspense>{power && port && <PowerDialog {...power} port={port} onClose={() => setPort(undefined)} />}</Suspense>
    </div>
  )
}
