import { MiniTable, type MiniColumn } from '../../../ui/data-table/mini-table.tsx'
import { Meter } from '../../../ui/values/meter.tsx'
import type { ShownFacts, RadioFact, SsidFact } from '@belvedere/contract/rooms/device/facts.ts'

const radios: MiniColumn<RadioFact>[] = [
  { label: { zh: '频段', en: 'Band' }, format: ({ band }) => <span className="font-medium">{band}</span> },
  { label: { zh: '信道', en: 'Channel' }, right: true, format: ({ channel }) => channel },
  { label: { zh: '频宽', en: 'Width' }, right: true, format: ({ width_mhz }) => `${width_mhz} MHz` },
  {
    label: { zh: '发射功率', en: 'Power' },
    right: true,
    format: ({ tx_power_dbm: dbm }) => dbm !== undefined && `${dbm} dBm`,
  },
  {
    label: { zh: '空口占用', en: 'Air time' },
    format: ({ utilisation }) => (
      <Meter value={utilisation} label={{ zh: '空口占用', en: 'Air time' }} limits={{ warning: 50, danger: 75 }} />
    ),
  },
  {
    label: { zh: '底噪', en: 'Noise' },
    right: true,
    format: ({ noise_dbm: dbm }) => dbm !== undefined && `${dbm} dBm`,
  },
]

const ssids: MiniColumn<SsidFact>[] = [
  { label: { zh: '无线名称', en: 'SSID' }, format: ({ ssid }) => <span className="font-medium">{ssid}</span> },
  { label: { zh: '频段', en: 'Band' }, format: ({ band }) => band },
  { label: { zh: 'VLAN', en: 'VLAN' }, right: true, format: ({ vlan }) => vlan },
  { label: { zh: 'BSSID', en: 'BSSID' }, mono: true, format: ({ bssid }) => bssid },
  { label: { zh: '终端', en: 'Terminals' }, right: true, format: ({ terminals }) => terminals },
]

export function WirelessPanel({ facts }: { facts: ShownFacts }) {
  return (
    <div className="grid gap-3 xl:grid-cols-2">
      <MiniTable
        label={{ zh: '射频', en: 'Radios' }}
        columns={radios}
        rows={facts.radios ?? []}
        rowKey={({ band }, index) => `${band} ${index}`}
        className="self-start"
      />
      <MiniTable
        label={{ zh: '无线网络', en: 'Wi-Fi networks' }}
        columns={ssids}
        rows={facts.ssids ?? []}
        empty={{ zh: '没有上报无线网络', en: 'No Wi-Fi networks reported' }}
        rowKey={({ bssid, ssid }) => `${bssid} ${ssid}`}
        className="self-start"
      />
    </div>
  )
}
