import type { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { monitorType, pollFault, thirdKind } from '@belvedere/contract/rooms/device/third/enums.ts'
import { logoCalls } from '@belvedere/contract/rooms/monitor/logo.ts'
import { useMemo } from 'react'
import type { Column, RowOf } from '../../../kit/list/call-table.tsx'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Copyable } from '../../../ui/buttons/copy-button.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { timeText } from '../../../ui/values/milliseconds.ts'
import type { ListedDevice } from '../device-table/device.ts'

type Third = NonNullable<RowOf<typeof deviceCalls.other>['third']>
type Logos = ReadonlyMap<number, string>

/** The rows of this list have additional fields. */
export const monitoredOf = (device: ListedDevice): Third | null =>
  (device as RowOf<typeof deviceCalls.other>).third ?? null

/** Logos by id. */
export function useLogos(): Logos {
  const { data } = useQueryCall(logoCalls.list, {})
  return useMemo(() => new Map(data?.list.map(({ id, picture }) => [id, picture])), [data])
}

const first = ['online', 'name', 'kind', 'ip', 'vendor', 'monitor', 'rtt_ms', 'fault']

/** The fields of monitored devices, then the default columns. */
export const otherColumns = (logos: Logos) => (usual: Column<ListedDevice>[]) => {
  const named = usual.map((column) => {
    if (column.property === 'name') return withLogo(column, logos)
    return column.property === 'vendor' ? { ...column, width: 132 } : column
  })
  const place = ({ property }: Column<ListedDevice>) =>
    first.includes(property) ? first.indexOf(property) : first.length
  return [...named, ...watched]
    .map((column) => ({ ...column, defaultHide: !first.includes(column.property) }))
    .sort((a, b) => place(a) - place(b))
}

function withLogo(column: Column<ListedDevice>, logos: Logos): Column<ListedDevice> {
  const format = (device: ListedDevice) => {
    const picture = logos.get(monitoredOf(device)?.logo_id ?? 0)
    const name = column.format?.(device)
    if (!picture) return name
    return (
      <span className="flex min-w-0 items-center gap-2">
        <img src={picture} alt="" className="size-5 shrink-0 rounded" />
        <span className="min-w-0 flex-1">{name}</span>
      </span>
    )
  }
  return { ...column, minWidth: 176, format }
}

const column = (
  property: string,
  label: Column<ListedDevice>['label'],
  width: number,
  draw: (third: Third) => React.ReactNode,
  more: Partial<Column<ListedDevice>> = {},
): Column<ListedDevice> => ({
  property,
  label,
  width,
  ...more,
  format: (device) => {
    const third = monitoredOf(device)
    return third && draw(third)
  },
})

const watched: Column<ListedDevice>[] = [
  column('kind', { zh: '种类', en: 'Kind' }, 124, ({ kind }) => thirdKind.label(kind, lang)),
  column('ip', { zh: 'IP 地址', en: 'IP address' }, 150, ({ ip }) => <Copyable text={ip} />),
  column('mac', { zh: 'MAC 地址', en: 'MAC address' }, 150, ({ mac }) => mac && <Copyable text={mac} />),
  column('monitor', { zh: '监测方式', en: 'Watched by' }, 132, (third) => <Method third={third} />),
  column('rtt_ms', { zh: '时延', en: 'Round trip' }, 116, ({ rtt_ms }) => rtt_ms !== null && timeText(rtt_ms), {
    position: 'right',
    tips: { zh: '最近一次监测从发出到收到应答的时间', en: 'From asking to the answer, the last time' },
  }),
  column('fault', { zh: '监测结果', en: 'Last outcome' }, 176, (third) => <OutcomeText third={third} />),
  column(
    'checked_at',
    { zh: '监测于', en: 'Checked' },
    110,
    ({ checked_at }) => checked_at > 0 && <RelativeTime at={checked_at} />,
  ),
  column(
    'certificate_end',
    { zh: '证书到期', en: 'Certificate ends' },
    124,
    ({ certificate_end }) => certificate_end !== null && <RelativeTime at={certificate_end} />,
  ),
]

function Method({ third: { monitor, port, interval } }: { third: Third }) {
  const text = monitorType.label(monitor, lang)
  const tip = say({ zh: '每 {n} 秒一次', en: 'Every {n} s' }, { n: interval })
  return <span data-tip={monitor === 'none' ? undefined : tip}>{port ? `${text} · ${port}` : text}</span>
}

function OutcomeText({ third: { monitor, checked_at, fault, detail } }: { third: Third }) {
  if (monitor === 'none') return <span className="text-faint">–</span>
  if (!checked_at) return <span className="text-faint">{say({ zh: '等待首次监测', en: 'Not checked yet' })}</span>
  const words = pollFault.label(fault, lang)
  const text = detail ? `${words} · ${detail}` : words
  return (
    <span data-tip-cut="" className={fault ? 'block truncate text-danger' : 'block truncate text-soft'}>
      {text}
    </span>
  )
}
