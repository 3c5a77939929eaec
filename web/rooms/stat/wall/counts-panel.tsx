import { say, type Words } from '../../../kit/words/words.ts'
import { cx } from '../../../ui/base/join-classes.ts'
import { byKind } from '../cards/kinds.ts'
import type { WallData } from './use-wall-data.ts'
import { figure, WallPanel } from './wall-panel.tsx'

/** The main counts of the network. */
export function CountsPanel({ data: { scenes, devices, alarmCount, terminals } }: { data: WallData }) {
  const offline = devices && devices.total - devices.online - devices.unknown
  return (
    <WallPanel title={{ zh: '总览', en: 'At a glance' }}>
      <dl className="grid grid-cols-2 gap-x-[1em] gap-y-[0.9em]">
        <Number
          label={{ zh: '在线场景', en: 'Scenes online' }}
          value={scenes?.online}
          of={scenes && scenes.total - scenes.empty}
          bad={scenes !== undefined && scenes.offline > 0}
          note={
            scenes &&
            (scenes.unknown > 0
              ? unknownText(scenes.unknown)
              : scenes.partial > 0
                ? say({ zh: '部分未知 {n}', en: '{n} partly unknown' }, { n: figure(scenes.partial) })
                : say({ zh: '异常 {n}', en: '{n} impaired' }, { n: figure(scenes.abnormal) }))
          }
        />
        <Number
          label={{ zh: '在线设备', en: 'Devices online' }}
          value={devices?.online}
          of={devices?.total}
          bad={offline !== undefined && offline > 0}
          note={devices && awayText(devices.unknown, offline)}
        />
        <Number
          label={{ zh: '在线终端', en: 'Terminals online' }}
          value={terminals?.now}
          note={
            terminals &&
            say(
              { zh: '24 小时峰值 {n}', en: 'peak of 24 h {n}' },
              { n: figure(Math.round(Math.max(terminals.peak ?? 0, terminals.now))) },
            )
          }
        />
        <Number
          label={{ zh: '未处理告警', en: 'Open alarms' }}
          value={alarmCount && alarmCount.critical + alarmCount.warning + alarmCount.notice}
          bad={alarmCount !== undefined && alarmCount.critical > 0}
          note={alarmCount && say({ zh: '严重 {n}', en: '{n} critical' }, { n: figure(alarmCount.critical) })}
        />
      </dl>
      <Rings devices={devices} />
    </WallPanel>
  )
}

const unknownText = (n: number) => say({ zh: '未知 {n}', en: '{n} unknown' }, { n: figure(n) })

function awayText(unknown: number, offline: number | undefined): string {
  const away = say({ zh: '离线 {n}', en: '{n} offline' }, { n: figure(offline) })
  return unknown > 0 ? `${away} · ${unknownText(unknown)}` : away
}

interface NumberProps {
  label: Words
  value: number | undefined
  of?: number | undefined
  bad?: boolean
  note?: string | undefined
}

function Number({ label, value, of, bad = false, note }: NumberProps) {
  return (
    <div className="min-w-0">
      <dt className="truncate text-[0.85em] text-soft">{say(label)}</dt>
      <dd className="leading-tight">
        <span className="text-[2.1em] font-semibold tabular-nums">{figure(value)}</span>
        {of !== undefined && <span className="text-[1.1em] text-faint tabular-nums"> / {figure(of)}</span>}
        <span className={cx('block truncate text-[0.8em] tabular-nums', bad ? 'text-danger' : 'text-faint')}>
          {note ?? '\u00a0'}
        </span>
      </dd>
    </div>
  )
}

const kinds = [
  { key: 'router', words: { zh: '路由', en: 'Routers' } },
  { key: 'ap', words: { zh: 'AP', en: 'APs' } },
  { key: 'switch', words: { zh: '交换机', en: 'Switches' } },
  { key: 'firewall', words: { zh: '防火墙', en: 'Firewalls' } },
] as const

const CIRCLE = 2 * Math.PI * 15

function Rings({ devices }: { devices: WallData['devices'] }) {
  const shown = devices && byKind(devices)
  return (
    <ul className="mt-[1.1em] flex justify-between gap-[0.5em]">
      {kinds.map(({ key, words }) => {
        const { total = 0, online = 0, unknown = 0 } = shown?.[key] ?? {}
        const known = total > 0 ? online / total : 0
        const both = total > 0 ? (online + unknown) / total : 0
        return (
          <li key={key} className="flex min-w-0 flex-1 flex-col items-center text-center">
            <svg viewBox="0 0 36 36" className="size-[3.6em] -rotate-90" aria-hidden="true">
              <circle
                cx="18"
                cy="18"
                r="15"
                fill="none"
                strokeWidth="3.4"
                className={total > online + unknown ? 'stroke-danger-dot' : 'stroke-line'}
              />
              {unknown > 0 && <Arc share={both} className="stroke-control" />}
              {online > 0 && <Arc share={known} className="stroke-success-dot" />}
            </svg>
            <span className="mt-[0.3em] text-[0.85em] tabular-nums">
              {figure(devices && online)}
              <span className="text-faint">/{figure(devices && total)}</span>
            </span>
            <span className="max-w-full truncate text-[0.75em] text-faint">{say(words)}</span>
          </li>
        )
      })}
    </ul>
  )
}

function Arc({ share, className }: { share: number; className: string }) {
  const dashes = `${share * CIRCLE} ${CIRCLE}`
  return <circle cx="18" cy="18" r="15" fill="none" strokeWidth="3.4" strokeDasharray={dashes} className={className} />
}
