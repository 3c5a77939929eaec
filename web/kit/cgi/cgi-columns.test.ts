import { cgiCatalogue } from '@belvedere/contract/kit/cgi-catalogue.ts'
import { expect, test } from 'vitest'
import { absoluteTime } from '../../ui/values/relative-time.tsx'
import { durationText } from '../../ui/values/duration.ts'
import { columnOf, csvColumnOf } from './cgi-columns.tsx'

const [, value] = cgiCatalogue.system.columns
const at = 1_761_181_200

test.each([
  ['memory_total', 8 * 2 ** 30, '8.00 GB'],
  ['uptime_s', 2_593_454, durationText(2_593_454)],
  ['boot_time', new Date(at * 1000).toISOString(), absoluteTime(at)],
  ['boot_time', 'long ago', 'long ago'],
  ['cpus', 4, '4'],
  ['hostname', '1024', '1024'],
  ['disk_free', null, undefined],
])('of the system %s %j is shown as %j', (item, told, shown) => {
  expect(columnOf(value).format?.({ item, value: told })).toBe(shown)
})

test('an export has the same words, and plain numbers if the column names their unit', () => {
  expect(csvColumnOf(value).value?.({ item: 'memory_total', value: 8 * 2 ** 30 })).toBe('8.00 GB')
  const bytes = cgiCatalogue.interfaces.columns.find(({ key }) => key === 'rx_bytes')
  expect(bytes && csvColumnOf(bytes).value?.({ rx_bytes: 4096 })).toBe(4096)
})
