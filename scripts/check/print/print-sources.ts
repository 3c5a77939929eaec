import type { DeviceDriver } from '../../../drivers/kit/define-device-driver.ts'
import { type StatisticId, statistics } from '../../../drivers/kit/statistics.ts'
import { table } from './print-table.ts'

/** The source of each statistic by family of devices, as the driver declares it; the drivers' tests compare it with recordings. */
export function printSources(drivers: readonly DeviceDriver[]): string {
  const families = drivers.toSorted((a, b) => a.family.localeCompare(b.family))
  const cell = ({ sources }: DeviceDriver, id: StatisticId): string => {
    const source = sources[id]
    if (source === null) return 'not reported'
    return typeof source === 'string' ? source : `${source.from} (not recorded: ${source.unrecorded})`
  }
  const rows = (Object.keys(statistics) as StatisticId[]).map((id) => {
    const { zh, en } = statistics[id].words
    return [zh, en, ...families.map((driver) => cell(driver, id))]
  })
  return [
    '# Sources',
    '',
    'The sources of the statistics that the console counts, draws and monitors, by family of devices. “Not reported”: screens show nothing for',
    'these devices. “Not recorded”: the driver reads the value, but no recording of a real device contains it.',
    '',
    table(['统计项', 'statistic', ...families.map(({ family }) => `\`${family}\``)], rows),
    '',
  ].join('\n')
}
