import { deviceOnline, deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { syncState } from '@belvedere/contract/rooms/intent/sync/enums.ts'
import type { CsvColumn } from '../../../kit/list/call-table.tsx'
import { lang } from '../../../kit/words/words.ts'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import type { ListedDevice } from './device.ts'

const moment = (at: number) => (at > 0 ? absoluteTime(at) : '')

const stateOf = ({ online, unknown_since }: ListedDevice) =>
  deviceOnline.label(unknown_since === null ? online : deviceOnline.id.unknown, lang)

/** All fields of a list of devices as plain values. */
export const csvColumns: CsvColumn<ListedDevice>[] = [
  { label: { zh: '名称', en: 'Name' }, property: 'name', value: ({ name }) => name },
  { label: { zh: '序列号', en: 'Serial' }, property: 'sn', value: ({ sn }) => sn },
  { label: { zh: '类型', en: 'Type' }, property: 'type', value: ({ type }) => deviceType.label(type, lang) },
  { label: { zh: '状态', en: 'State' }, property: 'online', value: stateOf },
  { label: { zh: '状态变化时间', en: 'State since' }, property: 'online', value: ({ since }) => moment(since) },
  { label: { zh: '最后消息', en: 'Last message' }, property: 'seen_at', value: ({ seen_at }) => moment(seen_at) },
  { label: { zh: '场景', en: 'Scene' }, property: 'scene_name', value: ({ scene_name }) => scene_name },
  { label: { zh: '分组', en: 'Group' }, property: 'group_name', value: ({ group_name }) => group_name },
  { label: { zh: '厂商', en: 'Vendor' }, property: 'vendor', value: ({ vendor }) => vendor },
  { label: { zh: '型号', en: 'Model' }, property: 'model', value: ({ model }) => model },
  { label: { zh: '固件版本', en: 'Firmware' }, property: 'firmware', value: ({ firmware }) => firmware },
  { label: { zh: '配置', en: 'Configuration' }, property: 'sync', value: ({ sync }) => syncState.label(sync, lang) },
  { label: { zh: '外网 IP', en: 'WAN IP' }, property: 'wan_ip', value: ({ wan_ip }) => wan_ip },
  { label: { zh: '内网 IP', en: 'LAN IP' }, property: 'lan_ip', value: ({ lan_ip }) => lan_ip },
  { label: { zh: '来源地址', en: 'Dials from' }, property: 'address', value: ({ address }) => address },
  { label: { zh: '终端', en: 'Terminals' }, property: 'terminals', value: ({ terminals }) => terminals },
  { label: { zh: 'CPU (%)', en: 'CPU (%)' }, property: 'cpu', value: ({ cpu }) => cpu },
  { label: { zh: '内存 (%)', en: 'Memory (%)' }, property: 'mem', value: ({ mem }) => mem },
  { label: { zh: '温度 (℃)', en: 'Temperature (°C)' }, property: 'temp', value: ({ temp }) => temp },
  { label: { zh: '运行时间 (秒)', en: 'Uptime (s)' }, property: 'uptime', value: ({ uptime }) => uptime },
  { label: { zh: '下行 (bit/s)', en: 'Download (bit/s)' }, property: 'rate', value: ({ rx_bps }) => rx_bps },
  { label: { zh: '上行 (bit/s)', en: 'Upload (bit/s)' }, property: 'rate', value: ({ tx_bps }) => tx_bps },
  { label: { zh: '模拟', en: 'Simulated' }, value: ({ simulated }) => simulated },
  { label: { zh: '添加时间', en: 'Added' }, property: 'created_at', value: ({ created_at }) => moment(created_at) },
]
