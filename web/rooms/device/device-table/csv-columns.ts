import { deviceOnline, deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import type { CsvColumn } from '../../../kit/call-table.tsx'
import { lang } from '../../../kit/words.ts'
import { absoluteTime } from '../../../ui/relative-time.tsx'
import type { Device } from './device.ts'

const moment = (at: number) => (at > 0 ? absoluteTime(at) : '')

/** Everything a list of devices knows, in plain values. */
export const csvColumns: CsvColumn<Device>[] = [
  { label: { zh: '名称', en: 'Name' }, value: ({ name }) => name },
  { label: { zh: '序列号', en: 'Serial' }, value: ({ sn }) => sn },
  { label: { zh: '类型', en: 'Type' }, value: ({ type }) => deviceType.label(type, lang) },
  { label: { zh: '状态', en: 'State' }, value: ({ online }) => deviceOnline.label(online, lang) },
  { label: { zh: '状态变化时间', en: 'State since' }, value: ({ since }) => moment(since) },
  { label: { zh: '最后消息', en: 'Last message' }, value: ({ seen_at }) => moment(seen_at) },
  { label: { zh: '场景', en: 'Scene' }, value: ({ scene_name }) => scene_name },
  { label: { zh: '分组', en: 'Group' }, value: ({ group_name }) => group_name },
  { label: { zh: '厂商', en: 'Vendor' }, value: ({ vendor }) => vendor },
  { label: { zh: '型号', en: 'Model' }, value: ({ model }) => model },
  { label: { zh: '固件版本', en: 'Firmware' }, value: ({ firmware }) => firmware },
  { label: { zh: '外网 IP', en: 'WAN IP' }, value: ({ wan_ip }) => wan_ip },
  { label: { zh: '内网 IP', en: 'LAN IP' }, value: ({ lan_ip }) => lan_ip },
  { label: { zh: '来源地址', en: 'Dials from' }, value: ({ address }) => address },
  { label: { zh: '终端', en: 'Terminals' }, value: ({ terminals }) => terminals },
  { label: { zh: 'CPU (%)', en: 'CPU (%)' }, value: ({ cpu }) => cpu },
  { label: { zh: '内存 (%)', en: 'Memory (%)' }, value: ({ mem }) => mem },
  { label: { zh: '温度 (℃)', en: 'Temperature (°C)' }, value: ({ temp }) => temp },
  { label: { zh: '运行时间 (秒)', en: 'Uptime (s)' }, value: ({ uptime }) => uptime },
  { label: { zh: '下行 (bit/s)', en: 'Download (bit/s)' }, value: ({ rx_bps }) => rx_bps },
  { label: { zh: '上行 (bit/s)', en: 'Upload (bit/s)' }, value: ({ tx_bps }) => tx_bps },
  { label: { zh: '模拟', en: 'Simulated' }, value: ({ simulated }) => simulated },
  { label: { zh: '添加时间', en: 'Added' }, value: ({ created_at }) => moment(created_at) },
]
