import { rateText } from '@belvedere/pure/text/flow.ts'
import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { syncState } from '@belvedere/contract/rooms/intent/sync/enums.ts'
import type { Column } from '../../../kit/list/call-table.tsx'
import { lang, say } from '../../../kit/words/words.ts'
import { Copyable } from '../../../ui/buttons/copy-button.tsx'
import { durationText } from '../../../ui/values/duration.ts'
import { glyphClass, type Glyph } from '../../../ui/base/glyph.ts'
import { Meter } from '../../../ui/values/meter.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { Tag } from '../../../ui/values/tag-dot.tsx'
import { limits, measures, type ListedDevice, type DeviceKind } from './device.ts'
import { NameCell } from './name-cell.tsx'
import { StateCell } from './state-cell.tsx'

/** Default columns; the others are available in the column selector. */
const routerColumns = ['online', 'name', 'sn', 'model', 'wan_ip', 'terminals', 'cpu', 'mem', 'rate']
const shown: Record<DeviceKind, readonly string[]> = {
  router: routerColumns,
  firewall: routerColumns,
  soft: routerColumns,
  ap: ['online', 'name', 'sn', 'model', 'wan_ip', 'terminals', 'cpu', 'mem', 'rate'],
  switch: ['online', 'name', 'sn', 'model', 'terminals', 'cpu', 'mem', 'rate', 'sync'],
  other: ['online', 'name', 'sn', 'model', 'address', 'firmware', 'uptime', 'seen_at', 'created_at'],
  all: ['online', 'name', 'type', 'scene_name', 'model', 'terminals', 'cpu', 'sync', 'rate'],
}

const meter = (key: 'cpu' | 'mem' | 'temp'): Column<ListedDevice> => ({
  property: key,
  label: measures[key] ?? { zh: key, en: key },
  sort: true,
  // wide enough for three digits
  width: 94,
  format: (device) => (
    <Meter value={device[key]} label={measures[key] ?? key} limits={limits[key]} unit={key === 'temp' ? '℃' : '%'} />
  ),
})

const copied = (
  property: 'sn' | 'wan_ip' | 'lan_ip' | 'address',
  label: Column<ListedDevice>['label'],
  width: number,
): Column<ListedDevice> => ({
  property,
  label,
  sort: true,
  width,
  format: (device) => device[property] && <Copyable text={device[property]} />,
})

const moment = (property: 'seen_at' | 'created_at', label: Column<ListedDevice>['label']): Column<ListedDevice> => ({
  property,
  label,
  sort: true,
  width: 110,
  format: (device) => <RelativeTime at={device[property]} />,
})

/** An access point has one address without LAN or WAN: the one towards the gateway. */
const ipLabel = (kind: DeviceKind) =>
  kind === 'ap' ? { zh: 'IP 地址', en: 'IP address' } : { zh: '外网 IP', en: 'WAN IP' }

const all = (
  kind: DeviceKind,
  writable: (device: ListedDevice) => boolean,
  newer: (device: ListedDevice) => string | undefined,
): Column<ListedDevice>[] => [...identityColumns(writable), ...measuredColumns(kind), ...managedColumns(newer)]

/** Identity, scene and group of the device. */
const identityColumns = (writable: (device: ListedDevice) => boolean): Column<ListedDevice>[] => [
  {
    property: 'online',
    label: { zh: '状态', en: 'State' },
    sort: true,
    width: 124,
    fixed: true,
    format: (device) => <StateCell device={device} />,
  },
  {
    property: 'name',
    label: { zh: '名称', en: 'Name' },
    sort: true,
    minWidth: 144,
    fixed: true,
    format: (device) => <NameCell device={device} writable={writable(device)} />,
  },
  {
    property: 'type',
    label: { zh: '类型', en: 'Type' },
    sort: true,
    width: 106,
    format: (device) => deviceType.label(device.type, lang),
  },
  { property: 'scene_name', label: { zh: '场景', en: 'Scene' }, sort: true, minWidth: 128, tooltip: true },
  {
    property: 'group_name',
    label: { zh: '分组', en: 'Group' },
    sort: true,
    width: 128,
    format: ({ group_name, group_color }) => group_name && <Tag name={group_name} color={group_color ?? 0} />,
  },
  copied('sn', { zh: '序列号', en: 'Serial' }, 138),
  {
    property: 'model',
    label: { zh: '型号', en: 'Model' },
    sort: true,
    minWidth: 126,
    tooltip: true,
    format: (device) => device.model && <Model device={device} />,
  },
]

/** Addresses and measurements. */
const measuredColumns = (kind: DeviceKind): Column<ListedDevice>[] => [
  copied('wan_ip', ipLabel(kind), 146),
  copied('lan_ip', { zh: '内网 IP', en: 'LAN IP' }, 146),
  { property: 'terminals', label: { zh: '终端', en: 'Terminals' }, sort: true, width: 94, position: 'right' },
  meter('cpu'),
  meter('mem'),
  meter('temp'),
  {
    property: 'rate',
    label: { zh: '实时速率', en: 'Traffic' },
    sort: 'rx_bps',
    width: 104,
    format: (device) => <Rate device={device} />,
  },
  {
    property: 'uptime',
    label: { zh: '运行时间', en: 'Uptime' },
    sort: true,
    width: 116,
    format: ({ uptime }) => (uptime === null ? undefined : durationText(uptime)),
  },
]

/** Firmware and dates. */
const managedColumns = (newer: (device: ListedDevice) => string | undefined): Column<ListedDevice>[] => [
  {
    property: 'firmware',
    label: { zh: '固件版本', en: 'Firmware' },
    sort: true,
    minWidth: 150,
    tooltip: true,
    format: (device) => <Firmware device={device} newer={newer(device)} />,
  },
  {
    property: 'load',
    label: { zh: '负载', en: 'Load' },
    sort: true,
    width: 72,
    position: 'right',
    format: (device) => device.load?.toFixed(2),
  },
  {
    property: 'sync',
    label: { zh: '配置', en: 'Configuration' },
    sort: true,
    width: 120,
    format: ({ sync }) => {
      const state = syncState.find(sync)
      return <Status tone={state?.tone} label={state ?? ''} />
    },
  },
  { property: 'vendor', label: { zh: '厂商', en: 'Vendor' }, sort: true, tooltip: true },
  copied('address', { zh: '来源地址', en: 'Dials from' }, 146),
  moment('seen_at', { zh: '最后消息', en: 'Last message' }),
  moment('created_at', { zh: '添加时间', en: 'Added' }),
]

/**
 * The columns of one list, the default ones first. `writable` states whether a name may be changed, `newer` which
 * newer firmware is in the library.
 */
export function columnsFor(
  kind: DeviceKind,
  writable: (device: ListedDevice) => boolean,
  newer: (device: ListedDevice) => string | undefined = () => undefined,
): Column<ListedDevice>[] {
  const usual = shown[kind]
  const offered = all(kind, writable, newer).filter(
    ({ property }) => kind === 'all' || (property !== 'type' && property !== 'scene_name'),
  )
  const place = ({ property }: Column<ListedDevice>) =>
    usual.includes(property) ? usual.indexOf(property) : usual.length
  return offered
    .map((column) => ({ ...column, defaultHide: !usual.includes(column.property) }))
    .sort((a, b) => place(a) - place(b))
}

function Firmware({ device: { firmware }, newer }: { device: ListedDevice; newer: string | undefined }) {
  if (!newer) return firmware
  const tip = say({ zh: '固件库中有新版本 {newer}', en: 'The library has {newer}' }, { newer })
  return (
    <span data-tip={tip} className={`[--glyph-size:12px] before:mr-1 before:bg-accent-text ${glyphClass('arrow-up')}`}>
      {firmware}
      <span className="sr-only">{tip}</span>
    </span>
  )
}

function Model({ device }: { device: ListedDevice }) {
  return <span data-tip={device.vendor && `${device.vendor} · ${device.model}`}>{device.model}</span>
}

/** Two lines within the height of a row. */
function Rate({ device: { rx_bps, tx_bps } }: { device: ListedDevice }) {
  if (rx_bps === null && tx_bps === null) return <span className="text-faint">–</span>
  return (
    <>
      <Way name="rx_bps" glyph="arrow-down" bps={rx_bps} className="before:bg-success" />
      <Way name="tx_bps" glyph="arrow-up" bps={tx_bps} className="before:bg-accent-text" />
    </>
  )
}

interface WayProps {
  name: string
  glyph: Glyph
  bps: number | null
  className: string
}

function Way({ name, glyph, bps, className }: WayProps) {
  const text = rateText(bps ?? 0)
  return (
    <span
      role="img"
      aria-label={`${measures[name]?.[lang]} ${text}`}
      className={`flex items-center gap-1 text-xs leading-[15px] [--glyph-size:11px] ${glyphClass(glyph)} ${className}`}
    >
      {text}
    </span>
  )
}
