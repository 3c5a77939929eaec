import type { ShownInterface, WanFact } from '@belvedere/contract/rooms/device/facts.ts'
import { lineCalls } from '@belvedere/contract/rooms/device/line.ts'
import { lineSpeedFrom } from '@belvedere/contract/rooms/device/line/enums.ts'
import { delayOf, lossOf } from '@belvedere/pure/network/line-quality.ts'
import { useState } from 'react'
import { useQueryCall } from '../../kit/calls/query.ts'
import { lang, say } from '../../kit/words/words.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { MiniTable, type MiniColumn } from '../../ui/data-table/mini-table.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import { textOf } from '../../ui/base/text-of.ts'
import { timeText } from '../../ui/values/milliseconds.ts'
import { LineDialog } from './line-dialog.tsx'
import type { LineFacts } from './line-facts.ts'

/** A line as reported by the device, with its stored settings. */
interface WanRow extends WanFact {
  line: LineFacts | undefined
  port: ShownInterface | undefined
}

const kinds = {
  disabled: { zh: '停用', en: 'Disabled' },
  pppoe: { zh: 'PPPoE', en: 'PPPoE' },
  dhcp: { zh: 'DHCP', en: 'DHCP' },
  static: { zh: '静态', en: 'Static' },
  unknown: { zh: '未知', en: 'Unknown' },
}

const faint = (text: string) => <span className="text-faint">{text}</span>

const measured = (value: number | undefined, format: (value: number) => string) =>
  value === undefined ? faint(say({ zh: '未测量', en: 'Not measured' })) : format(value)

/** `100 / 20 Mbps`. */
function bandwidthOf(line: LineFacts | undefined) {
  if (!line || (line.down_mbps === null && line.up_mbps === null)) return faint(say({ zh: '未设置', en: 'Not set' }))
  const text = `${line.down_mbps ?? '–'} / ${line.up_mbps ?? '–'} Mbps`
  return line.speed_from === lineSpeedFrom.id.measured ? (
    <>
      {text} {faint(lineSpeedFrom.label(line.speed_from, lang))}
    </>
  ) : (
    text
  )
}

/** Current share of the bandwidth: `41 % / 24 %`. */
function useOf({ line, port }: WanRow) {
  const share = (bps: number | undefined, mbps: number | null | undefined) =>
    bps === undefined || !mbps ? undefined : `${Math.round(bps / mbps / 10_000)} %`
  const [down, up] = [share(port?.rx_bps, line?.down_mbps), share(port?.tx_bps, line?.up_mbps)]
  return (down ?? up) && `${down ?? '–'} / ${up ?? '–'}`
}

const columns: MiniColumn<WanRow>[] = [
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
  { label: { zh: '带宽（下行 / 上行）', en: 'Bandwidth (down / up)' }, format: ({ line }) => bandwidthOf(line) },
  { label: { zh: '占用率（下行 / 上行）', en: 'Used (down / up)' }, format: useOf },
  { label: { zh: '网关', en: 'Gateway' }, mono: true, format: ({ gateway }) => gateway },
  { label: { zh: 'DNS', en: 'DNS' }, mono: true, format: ({ dns }) => dns?.join(', ') },
]

interface WanPanelProps {
  device_id: number
  wans: readonly WanFact[]
  interfaces: readonly ShownInterface[]
  readOnly: boolean
}

/** The lines of a gateway: reported state, measurements, and subscribed bandwidth. */
export function WanPanel({ device_id, wans, interfaces, readOnly }: WanPanelProps) {
  const { data } = useQueryCall(lineCalls.list, { id: device_id })
  const [edited, setEdited] = useState<string>()
  const rows = wans.map((wan) => ({
    ...wan,
    line: data?.list.find(({ name }) => name === wan.name),
    port: interfaces.find(({ name }) => name === wan.name),
  }))
  const edit: MiniColumn<WanRow> = {
    label: '',
    right: true,
    format: ({ line }) =>
      line && (
        <IconButton
          size="s"
          icon="pencil"
          label={{ zh: '设置线路', en: 'Configure line' }}
          onClick={() => setEdited(line.name)}
        />
      ),
  }
  const line = data?.list.find(({ name }) => name === edited)
  return (
    <>
      <MiniTable
        label={{ zh: '外网', en: 'WAN' }}
        columns={readOnly ? columns : [...columns, edit]}
        rows={rows}
        rowKey={({ name }) => name}
      />
      {line && (
        <LineDialog
          device_id={device_id}
          line={line}
          measures={data?.measures === 1}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}
