import { expect, test } from 'vitest'
import { covers, type SilenceHours, holdsUntil, localTime } from './silence-rules.ts'

const always: SilenceHours = { from_at: 0, to_at: null, weekdays: [], minute_from: null, minute_to: null }
/** Wednesday, 10:30. */
const local = { weekday: 3, minute: 630 }
const NOW = 1_000_020 - (1_000_020 % 60)
const in_ = (minutes: number) => NOW + minutes * 60

test.each<[string, Partial<SilenceHours>, number | null | undefined]>([
  ['without an end', {}, null],
  ['until its end', { to_at: in_(5) }, in_(5)],
  ['not before it begins', { from_at: in_(1) }, undefined],
  ['not after it ended', { to_at: NOW }, undefined],
  ['until its hour', { minute_from: 600, minute_to: 660 }, in_(30)],
  ['until its end when that is sooner', { minute_from: 600, minute_to: 660, to_at: in_(10) }, in_(10)],
  ['not outside its hours', { minute_from: 640, minute_to: 660 }, undefined],
  ['over midnight, in the evening', { minute_from: 620, minute_to: 60 }, in_(1440 - 630 + 60)],
  ['over midnight, in the morning', { minute_from: 1380, minute_to: 660 }, in_(30)],
  ['on its day', { weekdays: [3] }, in_(1440 - 630)],
  ['through the days after it', { weekdays: [3, 4] }, in_(2880 - 630)],
  ['not on another day', { weekdays: [4] }, undefined],
  ['in the morning after its day', { weekdays: [2], minute_from: 1380, minute_to: 660 }, in_(30)],
  ['not in the morning of its day', { weekdays: [3], minute_from: 1380, minute_to: 660 }, undefined],
])('it applies %s', (_, hours, until) => {
  expect(holdsUntil({ ...always, ...hours }, NOW, local)).toBe(until)
})

test('the clock is that of the scene’s time zone', () => {
  const at = Date.UTC(2026, 10, 21, 23, 30) / 1000
  expect(localTime(at, 'UTC')).toEqual({ weekday: 6, minute: 1410 })
  expect(localTime(at, 'Asia/Shanghai')).toEqual({ weekday: 0, minute: 450 })
})

const about = { device_id: null, below: false, type: '', key: '' }
const alarm = { device_id: 7, type: 'dev_offline', key: '' }
test.each<[string, object, number[], boolean]>([
  ['everything', {}, [], true],
  ['its type', { type: 'dev_offline' }, [], true],
  ['not another type', { type: 'dev_reboot' }, [], false],
  ['its device', { device_id: 7 }, [], true],
  ['not another device', { device_id: 6 }, [6], false],
  ['what hangs on the device', { device_id: 6, below: true }, [8, 6], true],
  ['not another line', { key: 'WAN2' }, [], false],
])('it covers %s', (_, silence, above, expected) => {
  expect(covers({ ...about, ...silence }, alarm, above)).toBe(expected)
})
