import { delayOf, lossOf } from '@belvedere/pure/line-quality.ts'
import { say } from '../../../kit/words.ts'
import { MiniTable, type MiniColumn } from '../../../ui/mini-table.tsx'
import { Status } from '../../../ui/status.tsx'
import { textOf } from '../../../ui/text-of.ts'
import { timeText } from '../other/columns.tsx'
import type { WanFact } from '@belvedere/contract/rooms/device/facts.ts'

const kinds = {
  disabled: { zh: '停用', en: 'Disabled' },
  pppoe: { zh: 'PPPoE', en: 'PPPoE' },
  dhcp: { zh: 'DHCP', en: 'DHCP' },
  static: { zh: '静态', en: 'Static' },
  unknown: { zh: '未知', en: 'Unknown' },
}

function measured(value: number | undefined, format: (value: number) => string) {
  return value === undefined ? (
    <span className="text-faint">{say({ zh: '未测量', en: 'Not measured' })}</span>
  ) : (
    format(value)
  )
}

const columns: MiniColumn<WanFact>[] = [
  { label: { zh: '接口', en: 'Interface' }, format: ({ name }) => <span className="font-medium">{name}</span> },
  {
    label: { zh: '状态', en: 'State' },
    format: ({ up }) => (
      <Status tone={up ? 'success' : 'danger'} label={up ? { zh: '已连接', en: 'Up' } : { zh: '断开', en: 'Down' }} />
    ),
  },
  { label: { zh: '类型', en: 'Type' }, format: ({ type }) => textOf(kinds[type] ?? type) },
  { label: { zh: '地址', en: 'Addresses' }, mono: true, format: ({ addresses }) => addresses?.join(', ') },
  {
    label: { zh: '丢包率', en: 'Loss' },
    format: ({ probes }) => measured(lossOf(probes), (loss) => `${loss.toFixed(1)} %`),
  },
  { label: { zh: '时延', en: 'Delay' }, format: ({ probes }) => measured(delayOf(probes), timeText) },
  { label: { zh: '网关', en: 'Gateway' }, mono: true, format: ({ gateway }) => gateway },
  { label: { zh: 'DNS', en: 'DNS' }, mono: true, format: ({ dns }) => dns?.join(', ') },
]

export function WanPanel({ wans }: { wans: readonly WanFact[] }) {
  return <MiniTable label={{ zh: '外网', en: 'WAN' }} columns={columns} rows={wans} rowKey={({ name }) => name} />
}
