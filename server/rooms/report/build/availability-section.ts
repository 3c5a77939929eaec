import { say, type Lang } from '@belvedere/contract/kit/text.ts'
import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import type { Section } from '@belvedere/contract/rooms/report/report.ts'
import type { PatrolSceneView } from '../../patrol/api.ts'
import { type Availability, percentText } from './availability-rules.ts'
import type { ReportFacts } from './report-facts.ts'
import { chartOf, type ColumnOf, newSection, spanText, tableOf } from './section-kit.ts'

/** Availability by day and by device, the lowest first. */
export function availabilitySection(facts: ReportFacts): Section {
  const { lang, view, devices, days } = facts
  const section = newSection('availability', lang)
  section.notes = notesOf(facts)
  section.charts = chartOf(
    lang,
    { zh: '每日可用率', en: 'Availability by day' },
    '%',
    days.map(({ text, availability: { percent } }) => ({ label: text, value: percent, text: percentText(percent) })),
    100,
  )
  const rows = view.devices
    .flatMap((device) => {
      const availability = devices.get(device.id)
      return availability ? [{ device, availability }] : []
    })
    .toSorted(
      (a, b) =>
        (a.availability.percent ?? 101) - (b.availability.percent ?? 101) || a.device.name.localeCompare(b.device.name),
    )
  section.tables = tableOf(lang, { zh: '各设备', en: 'By device' }, columnsIn(lang), rows)
  return section
}

/** What the percentages do not include. */
function notesOf({ lang, view, devices, all, request }: ReportFacts): string[] {
  const notes: string[] = []
  const never = view.devices.filter(({ id }) => !devices.has(id)).length
  if (never > 0)
    notes.push(
      say(
        {
          zh: '{n} 台设备在此期间没有连接记录，未计入。',
          en: '{n} {n:device has|devices have} no record of this period and {n:is|are} left out.',
        },
        lang,
        { n: never },
      ),
    )
  if (all.excluded > 0)
    notes.push(
      say(
        { zh: '维护窗口共扣除 {time}（各设备之和）。', en: 'Maintenance excludes {time}, summed over all devices.' },
        lang,
        { time: spanText(all.excluded, lang) },
      ),
    )
  if (all.forgiven > 0)
    notes.push(
      say(
        {
          zh: '不足 {s} 秒的离线共 {time}，未计为离线。',
          en: 'Times offline shorter than {s} s add up to {time} and do not count.',
        },
        lang,
        {
          s: request.min_outage,
          time: spanText(all.forgiven, lang),
        },
      ),
    )
  return notes
}

interface DeviceAvailability {
  device: PatrolSceneView['devices'][number]
  availability: Availability
}

const columnsIn = (lang: Lang): ColumnOf<DeviceAvailability>[] => [
  { label: { zh: '设备', en: 'Device' }, cell: ({ device }) => device.name || device.sn },
  { label: { zh: '类型', en: 'Kind' }, cell: ({ device }) => deviceType.label(device.type, lang) },
  {
    label: { zh: '可用率', en: 'Availability' },
    right: true,
    cell: ({ availability }) => percentText(availability.percent),
  },
  { label: { zh: '离线次数', en: 'Outages' }, right: true, cell: ({ availability }) => availability.outages },
  {
    label: { zh: '离线时长', en: 'Time offline' },
    right: true,
    cell: ({ availability }) => spanText(availability.down, lang),
  },
  {
    label: { zh: '计入时长', en: 'Counted' },
    right: true,
    cell: ({ availability }) => spanText(availability.counted, lang),
  },
  {
    label: { zh: '维护扣除', en: 'Maintenance' },
    right: true,
    cell: ({ availability }) => spanText(availability.excluded, lang),
  },
]
