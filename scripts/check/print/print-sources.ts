import type { DeviceDriver } from '../../../drivers/kit/define-device-driver.ts'
import { type StatisticId, statistics } from '../../../drivers/kit/statistics.ts'
import { table } from './print-table.ts'

/** Where each family of devices reports each statistic, as its driver declares; the drivers' tests hold that against recordings. */
export function printSources(drivers: readonly DeviceDriver[]): string {
  const families = drivers.toSorted((a, b) => a.family.localeCompare(b.family))
  const cell = ({ sources }: DeviceDriver, id: StatisticId): string => {
    const source = sources[id]
    if (source === null) return 'not told'
    return typeof source === 'string' ? source : `${source.from} (not recorded: ${source.unrecorded})`
  }
  const rows = (Object.keys(statistics) as StatisticId[]).map((id) => {
    const { zh, en } = statistics[id].words
    return [zh, en, ...families.map((driver) => cell(driver, id))]
  })
  return [
    '# Sources',
    '',
    'Where devices of each family report what the console counts, draws and watches. “Not told”: they do not, and screens show nothing for',
    'them. “Not recorded”: the driver reads it, and no recording of a real device shows it.',
    '',
    table(['统计项', 'statistic', ...families.map(({ family }) => `\`${family}\``)], rows),
    '',
  ].join('\n')
}
