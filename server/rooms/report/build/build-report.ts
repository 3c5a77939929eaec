import { say, type Lang } from '@belvedere/contract/kit/text.ts'
import type { Section } from '@belvedere/contract/rooms/report/report.ts'
import { getPatrol, type PatrolCtx, readScene } from '../../patrol/api.ts'
import { getSceneName } from '../../scene/api.ts'
import { listPlanned, uplinkPaths } from '../../topology/api.ts'
import { listUse } from '../../stat/api.ts'
import { availabilityOf, type Span, together } from './availability-rules.ts'
import { type DeviceStay, listMaintenance, listStays, type Maintenance } from './facts-store.ts'
import { daysOf, spansOf } from './period-rules.ts'
import { sectionMakers } from './sections.ts'
import { momentText } from './section-kit.ts'
import type { ReportRequest } from '../report-request.ts'
import type { ReportFacts } from './report-facts.ts'

export interface BuiltReport {
  title: string
  scene_name: string
  from: number
  to: number
  time_zone: string
  period: string
  sections: Section[]
  /** How the numbers are computed. */
  accounting: string[]
  /** Percent; null: not known. */
  availability: number | null
}

const usualTitle = { zh: '网络运行报告', en: 'Network report' }

/** A report in words and numbers. `step` receives the progress, 0 to 1. */
export async function buildReport(
  at: PatrolCtx,
  scene_id: number,
  request: ReportRequest,
  lang: Lang,
  step: (share: number) => Promise<void> = async () => {},
): Promise<BuiltReport> {
  const scene = await getSceneName(at, scene_id)
  const facts = await collectFacts(at, scene_id, scene.time_zone, request, lang)
  const sections: Section[] = []
  for (const [place, id] of request.sections.entries()) {
    await step(0.2 + (0.6 * place) / request.sections.length)
    sections.push(await sectionMakers[id](facts))
  }
  const show = (moment: number) => momentText(moment, scene.time_zone)
  return {
    title: request.title || usualTitle[lang],
    scene_name: scene.name,
    from: request.from,
    to: request.to,
    time_zone: scene.time_zone,
    period: `${show(request.from)} – ${show(request.to)} (${scene.time_zone})`,
    sections,
    accounting: accountingOf(request, facts.time_zone, lang),
    availability: facts.all.percent,
  }
}

async function collectFacts(
  at: PatrolCtx,
  scene_id: number,
  time_zone: string,
  request: ReportRequest,
  lang: Lang,
): Promise<ReportFacts> {
  const now = at.now()
  const period = { from: request.from, to: request.to }
  const view = await readScene(at, scene_id)
  const stays = await listStays(at, scene_id, period, now)
  const windows = request.exclude_maintenance === 1 ? await listMaintenance(at, scene_id, period) : []
  const above = windows.some(({ below }) => below)
    ? await uplinkPaths(
        at,
        view.devices.map(({ id }) => id),
        now,
      )
    : new Map<number, number[]>()
  const planned =
    request.exclude_maintenance === 1
      ? Map.groupBy(await listPlanned(at, scene_id, period, now), ({ device_id }) => device_id)
      : new Map<number, Span[]>()
  const inWindows = maintenanceOf(windows, above, period, time_zone)
  const maintenance = (id: number): Span[] => [...inWindows(id), ...(planned.get(id) ?? [])]
  const byDevice = Map.groupBy(stays, ({ device_id }) => device_id)
  const rate = (span: Span) =>
    new Map(
      [...byDevice].map(([id, list]: [number, DeviceStay[]]) => [
        id,
        availabilityOf(list, span, maintenance(id), request),
      ]),
    )
  const devices = rate(period)
  const days = daysOf(period, time_zone).map((day) => ({ ...day, availability: together([...rate(day).values()]) }))
  return {
    at,
    scene_id,
    lang,
    request,
    time_zone,
    view,
    devices,
    all: together([...devices.values()]),
    days,
    maintenance,
    use: await useOf(at, scene_id, period),
    patrol: await getPatrol(at, scene_id, lang),
  }
}

function maintenanceOf(
  windows: readonly Maintenance[],
  above: ReadonlyMap<number, readonly number[]>,
  period: Span,
  time_zone: string,
): (device_id: number) => Span[] {
  const spans = windows.map((window) => ({ window, spans: spansOf(window, period, time_zone) }))
  return (id) =>
    spans
      .filter(
        ({ window: { device_id, below } }) =>
          device_id === null || device_id === id || (below && (above.get(id)?.includes(device_id) ?? false)),
      )
      .flatMap((one) => one.spans)
}

/** Hours of the scene by their beginning. */
async function useOf(at: PatrolCtx, scene_id: number, { from, to }: Span): Promise<ReportFacts['use']> {
  const steps = { level: '1h' as const, step: 3600, origin: 0, from: Math.floor(from / 3600) * 3600, to }
  const hours = new Map<number, ReportFacts['use'][number]>()
  const hour = (ts: number) => {
    const one = hours.get(ts) ?? { ts, rx: 0, tx: 0, online: 0, access: 0, fresh: 0 }
    hours.set(ts, one)
    return one
  }
  for (const { ts, rx, tx } of await listUse(at, { scene_id }, 'traffic', steps)) Object.assign(hour(ts), { rx, tx })
  for (const { ts, wired, band2, band5, band6 } of await listUse(at, { scene_id }, 'terminals', steps))
    hour(ts).online = wired + band2 + band5 + band6
  for (const { ts, access, fresh } of await listUse(at, { scene_id }, 'access', steps))
    Object.assign(hour(ts), { access, fresh })
  return [...hours.values()].toSorted((a, b) => a.ts - b.ts)
}

function accountingOf({ min_outage, exclude_maintenance }: ReportRequest, time_zone: string, lang: Lang): string[] {
  const lines = [
    {
      zh: '可用率 =（计入时长 − 离线时长）÷ 计入时长；全场景为各设备时长之和相除，不是各设备百分比的平均。',
      en: 'Availability = (counted time − time offline) ÷ counted time. For the scene, the sums over its devices are divided; percentages are not averaged.',
    },
    {
      zh: '计入时长从设备归属本场景起算，到移出为止；从未上线的设备不计入。时刻以平台与设备的连接建立和断开为准。',
      en: 'Time counts from when a device joined the scene until it left; devices that never connected are left out. A device is online while it is connected to the platform.',
    },
    min_outage > 0
      ? {
          zh: '不足 {seconds} 秒的离线不计为离线，但仍计入时长。',
          en: 'Interruptions shorter than {seconds} s do not count as offline; their time is counted as online.',
        }
      : { zh: '任何离线都计为离线。', en: 'Every time offline counts.' },
    exclude_maintenance === 1
      ? {
          zh: '维护窗口内的时间不计入，无论设备是否在线；由平台下达的重启、升级等操作造成的离线，在预计时限内不计入，超出部分计为离线。',
          en: 'Time within maintenance windows is not counted, online or offline. Offline time caused by operations started on this platform, such as a reboot or an upgrade, is not counted within the time limit; time beyond the limit counts as offline.',
        }
      : {
          zh: '维护窗口和计划内操作的时间照常计入。',
          en: 'Time within maintenance windows and planned operations is counted normally.',
        },
    {
      zh: '百分比向下截断到三位小数，有离线就不会显示 100%。',
      en: 'Percentages are truncated, not rounded: any time offline is shown as less than 100 %.',
    },
    {
      zh: '流量按整点小时统计，为出口两个方向之和，1 KB = 1024 B；终端数为时间平均值。',
      en: 'Traffic is counted in whole hours, at the uplink, in both directions; 1 KB = 1024 B. Numbers of terminals are averages over time.',
    },
    { zh: '日期按 {time_zone} 划分。', en: 'Days are those of {time_zone}.' },
  ]
  return lines.map((words) => say(words, lang, { seconds: min_outage, time_zone }))
}
