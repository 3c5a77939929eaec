import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDay, lastRun, nextMonthly, nextRun, runsBetween } from './recurrence-rules.ts'

const at = (iso: string) => Date.parse(iso) / 1000
const daily = [0, 1, 2, 3, 4, 5, 6]
const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

describe('the next run', () => {
  test.each([
    // zone, weekdays, local time, after, expected
    ['Asia/Shanghai', daily, '03:00', '2026-03-10T12:00:00+08:00', '2026-03-11T03:00:00+08:00'],
    ['Asia/Shanghai', daily, '03:00', '2026-03-10T02:59:59+08:00', '2026-03-10T03:00:00+08:00'],
    ['Asia/Shanghai', daily, '03:00', '2026-03-10T03:00:00+08:00', '2026-03-11T03:00:00+08:00'],
    // Sunday is 0
    ['Asia/Shanghai', [0], '00:00', '2026-03-10T12:00:00+08:00', '2026-03-15T00:00:00+08:00'],
    ['Asia/Shanghai', [2], '12:00', '2026-03-10T12:00:00+08:00', '2026-03-17T12:00:00+08:00'],
    // the same moment is another weekday elsewhere
    ['Pacific/Auckland', [3], '00:30', '2026-06-02T11:00:00Z', '2026-06-02T12:30:00Z'],
    ['America/Los_Angeles', [2], '23:30', '2026-06-03T06:00:00Z', '2026-06-03T06:30:00Z'],
    // spring: 02:30 is skipped and runs at 03:00 daylight time
    ['Europe/Berlin', daily, '02:30', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00Z'],
    ['Europe/Berlin', daily, '02:30', '2026-03-29T01:00:00Z', '2026-03-30T00:30:00Z'],
    ['America/New_York', [0], '02:15', '2026-03-07T12:00:00Z', '2026-03-08T07:00:00Z'],
    ['Australia/Lord_Howe', daily, '02:15', '2026-10-03T00:00:00Z', '2026-10-03T15:30:00Z'],
    // autumn: 02:30 occurs twice and runs once, the first time
    ['Europe/Berlin', daily, '02:30', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00Z'],
    ['Europe/Berlin', daily, '02:30', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z'],
    ['America/New_York', [0], '01:30', '2026-11-01T05:30:00Z', '2026-11-08T06:30:00Z'],
    // clocks that change at midnight
    ['America/Santiago', daily, '00:30', '2026-09-05T12:00:00Z', '2026-09-06T04:00:00Z'],
    ['America/Santiago', daily, '23:30', '2026-04-05T02:45:00Z', '2026-04-06T03:30:00Z'],
    ['America/Havana', [0], '00:00', '2026-03-07T12:00:00Z', '2026-03-08T05:00:00Z'],
    // half and quarter hours
    ['Asia/Kathmandu', daily, '06:00', '2026-01-01T00:00:00Z', '2026-01-01T00:15:00Z'],
    // a day that was skipped in Samoa
    ['Pacific/Apia', [5], '08:00', '2011-12-29T12:00:00Z', '2012-01-05T18:00:00Z'],
  ])('%s %j %s after %s', (zone, weekdays, clock, after, expected) => {
    const next = nextRun({ weekdays, minute: minuteOf(clock) }, zone, at(after))
    expect(new Date((next ?? 0) * 1000).toISOString()).toBe(new Date(expected).toISOString())
  })

  test.each([
    ['2030', '2030-03-31T01:00:00Z'],
    ['2099', '2099-03-29T01:00:00Z'],
  ])('of a far year %s follows the change of clocks', (year, changed) => {
    const after = at(`${year}-03-01T00:00:00Z`)
    const nights = runsBetween({ weekdays: [0], minute: 150 }, 'Europe/Berlin', after, after + 31 * 86_400)
    expect(nights).toContain(at(changed))
  })

  test('of a day of the month leaves out months without it', () => {
    const after = at('2096-01-31T12:00:00Z')
    expect(nextMonthly(31, 0, 'UTC', after)).toBe(at('2096-03-31T00:00:00Z'))
    expect(nextMonthly(29, 0, 'UTC', after)).toBe(at('2096-02-29T00:00:00Z'))
    expect(nextMonthly(29, 150, 'Europe/Berlin', at('2026-03-01T00:00:00Z'))).toBe(at('2026-03-29T01:00:00Z'))
  })

  test('of a single day with a skipped hour, or a day skipped by the zone', () => {
    const spring = { weekdays: [], day: '2026-03-29', minute: 150 }
    expect(nextRun(spring, 'Europe/Berlin', 0)).toBe(at('2026-03-29T01:00:00Z'))
    expect(nextRun({ weekdays: [], day: '2011-12-30', minute: 0 }, 'Pacific/Apia', 0)).toBeUndefined()
    expect(nextRun({ weekdays: [], day: '2026-02-30', minute: 0 }, 'UTC', 0)).toBeUndefined()
  })

  test('of a single day is that day, or none', () => {
    const once = { weekdays: [], day: '2026-05-01', minute: 90 }
    expect(nextRun(once, 'Asia/Shanghai', at('2026-04-01T00:00:00Z'))).toBe(at('2026-05-01T01:30:00+08:00'))
    expect(nextRun(once, 'Asia/Shanghai', at('2026-05-01T01:30:00+08:00'))).toBeUndefined()
    expect(nextRun({ weekdays: [], minute: 0 }, 'UTC', 0)).toBeUndefined()
  })

  test('in an unknown zone is refused', () => {
    expect(() => nextRun({ weekdays: daily, minute: 0 }, 'Mars/Olympus', 0)).toThrow('Mars/Olympus')
  })
})

const zones = ['Asia/Shanghai', 'Europe/Berlin', 'America/Santiago', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC']
const rhythm = fc.record({
  weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 7 }),
  minute: fc.integer({ min: 0, max: 1439 }),
})
const moment = fc.integer({ min: at('2000-01-01T00:00:00Z'), max: at('2060-01-01T00:00:00Z') })

test('the next run is strictly later, on a chosen weekday, at or after the chosen minute, within a fortnight', () => {
  fc.assert(
    fc.property(rhythm, fc.constantFrom(...zones), moment, ({ weekdays, minute }, zone, after) => {
      const next = nextRun({ weekdays, minute }, zone, after) as number
      expect(next).toBeGreaterThan(after)
      expect(next - after).toBeLessThanOrEqual(15 * 86_400)
      const shown = new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        weekday: 'short',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      })
      const part = Object.fromEntries(shown.formatToParts(next * 1000).map(({ type, value }) => [type, value]))
      expect(weekdays).toContain(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(part['weekday'] ?? ''))
      const skipped = Number(part['hour']) * 60 + Number(part['minute']) - minute
      expect(skipped).toBeGreaterThanOrEqual(0)
      expect(skipped).toBeLessThanOrEqual(60)
    }),
    { numRuns: 500 },
  )
})

test('between two runs there is none', () => {
  fc.assert(
    fc.property(rhythm, fc.constantFrom(...zones), moment, fc.nat(86_400 * 3), (one, zone, after, more) => {
      const next = nextRun(one, zone, after) as number
      if (after + more < next) expect(nextRun(one, zone, after + more)).toBe(next)
      else expect(nextRun(one, zone, after + more)).toBeGreaterThan(next - 1)
    }),
    { numRuns: 300 },
  )
})

test('after a long downtime, the last run and the missed ones before it are known', () => {
  const weekly = { weekdays: [1, 3], minute: 60 }
  const due = at('2026-03-02T01:00:00Z')
  expect(lastRun(weekly, 'UTC', due, due + 5)).toEqual({ at: due, before: 0 })
  expect(lastRun(weekly, 'UTC', due, at('2026-03-16T00:59:00Z'))).toEqual({ at: at('2026-03-11T01:00:00Z'), before: 3 })
  expect(lastRun({ weekdays: [], day: '2026-03-02', minute: 60 }, 'UTC', due, due + 1e6)).toEqual({
    at: due,
    before: 0,
  })
  expect(lastRun({ weekdays: daily, minute: 0 }, 'UTC', 0, due).before, 'bounded').toBe(1100)
})

test('days are days of the calendar', () => {
  expect(['2026-02-28', '2024-02-29'].every(isDay)).toBe(true)
  expect(['2026-02-29', '2026-13-01', '26-01-01', '2026-1-1', ''].some(isDay)).toBe(false)
})
