import { describe, expect, test } from 'vitest'
import { availabilityOf, merged, percentText, type Stay, together, without } from './availability-rules.ts'
import { daysOf, midnightOf, nextReport, periodOf, spansOf } from './period-rules.ts'
import { spanText } from './section-kit.ts'

const zone = 'Asia/Shanghai'
const at = (text: string) => Date.parse(`${text}+08:00`) / 1000
const there = (from: number, to: number): Stay => ({ from, to, online: true })
const away = (from: number, to: number): Stay => ({ from, to, online: false })
const period = { from: 1000, to: 11_000 }
const strict = { min_outage: 0 }

describe('availability', () => {
  test.each<[string, Stay[], { from: number; to: number }[], number, Partial<ReturnType<typeof availabilityOf>>]>([
    ['always there', [there(0, 20_000)], [], 0, { counted: 10_000, down: 0, outages: 0, percent: 100 }],
    [
      'away for a tenth',
      [there(0, 2000), away(2000, 3000), there(3000, 20_000)],
      [],
      0,
      { down: 1000, outages: 1, percent: 90 },
    ],
    [
      'clipped at both ends',
      [away(0, 1500), there(1500, 10_500), away(10_500, 99_999)],
      [],
      0,
      { down: 1000, outages: 2 },
    ],
    ['came half way', [there(6000, 20_000)], [], 0, { counted: 5000, percent: 100 }],
    ['never known', [], [], 0, { counted: 0, percent: null }],
    [
      'too short to count',
      [there(0, 2000), away(2000, 2059), there(2059, 20_000)],
      [],
      60,
      { down: 0, forgiven: 59, percent: 100 },
    ],
    ['just long enough', [there(0, 2000), away(2000, 2060), there(2060, 20_000)], [], 60, { down: 60, forgiven: 0 }],
    ['short in the period, long in all', [away(0, 1030), there(1030, 20_000)], [], 60, { down: 30, outages: 1 }],
    [
      'away in maintenance',
      [there(0, 2000), away(2000, 3000), there(3000, 20_000)],
      [{ from: 2000, to: 3000 }],
      0,
      { counted: 9000, down: 0, outages: 0, excluded: 1000, percent: 100 },
    ],
    [
      'beyond maintenance',
      [there(0, 2000), away(2000, 4000), there(4000, 20_000)],
      [{ from: 1900, to: 3000 }],
      0,
      { counted: 8900, down: 1000, outages: 1, excluded: 1100 },
    ],
    ['maintenance while there', [there(0, 20_000)], [{ from: 2000, to: 3000 }], 0, { counted: 9000, percent: 100 }],
    [
      'absences that touch are one',
      [there(0, 2000), away(2000, 2040), away(2040, 2080), there(2080, 20_000)],
      [],
      60,
      { down: 80, outages: 1 },
    ],
    [
      'maintenance parts one absence in two',
      [away(1000, 11_000)],
      [{ from: 5000, to: 6000 }],
      0,
      { down: 9000, outages: 2, percent: 0 },
    ],
  ])('%s', (_, stays, windows, min_outage, wanted) => {
    expect(availabilityOf(stays, period, windows, { min_outage })).toMatchObject(wanted)
  })

  test('in total: times are summed, percentages are not averaged', () => {
    const long = availabilityOf([there(0, 20_000)], period, [], strict)
    const short = availabilityOf([there(10_000, 10_500), away(10_500, 20_000)], period, [], strict)
    expect(short.percent).toBe(50)
    expect(together([long, short]).percent).toBeCloseTo((100 * 10_500) / 11_000)
    expect(together([]).percent).toBeNull()
  })

  test('is cut, not rounded', () => {
    expect(percentText(99.9999)).toBe('99.999 %')
    expect(percentText(100)).toBe('100.000 %')
    expect(percentText(null)).toBe('–')
  })

  test('spans', () => {
    expect(
      merged([
        { from: 5, to: 7 },
        { from: 1, to: 3 },
        { from: 3, to: 4 },
        { from: 9, to: 9 },
      ]),
    ).toEqual([
      { from: 1, to: 4 },
      { from: 5, to: 7 },
    ])
    expect(
      without(
        [{ from: 0, to: 10 }],
        [
          { from: 2, to: 3 },
          { from: 8, to: 12 },
        ],
      ),
    ).toEqual([
      { from: 0, to: 2 },
      { from: 3, to: 8 },
    ])
  })
})

describe('periods', () => {
  const now = at('2026-11-21T15:30:00')
  test.each([
    ['day', '2026-11-20T00:00:00', '2026-11-21T00:00:00'],
    ['week', '2026-11-14T00:00:00', '2026-11-21T00:00:00'],
    ['month', '2026-10-22T00:00:00', '2026-11-21T00:00:00'],
    ['last_month', '2026-10-01T00:00:00', '2026-11-01T00:00:00'],
  ] as const)('%s', (name, from, to) => expect(periodOf(name, now, zone)).toEqual({ from: at(from), to: at(to) }))

  test('last month of January is December', () => {
    expect(periodOf('last_month', at('2027-01-01T00:00:00'), zone)).toEqual({
      from: at('2026-12-01T00:00:00'),
      to: at('2027-01-01T00:00:00'),
    })
  })

  test('midnight belongs to the day that it begins', () => {
    expect(midnightOf(at('2026-11-21T00:00:00'), zone)).toBe(at('2026-11-21T00:00:00'))
  })

  test('a day has 25 hours when clocks are set back', () => {
    const day = { from: Date.parse('2026-10-24T22:00:00Z') / 1000, to: Date.parse('2026-10-26T23:00:00Z') / 1000 }
    expect(daysOf(day, 'Europe/Berlin').map(({ from, to, text }) => [text, (to - from) / 3600])).toEqual([
      ['2026-10-25', 25],
      ['2026-10-26', 24],
    ])
  })

  test.each([
    ['day', '2026-11-22T08:00:00'],
    ['week', '2026-11-23T08:00:00'],
    ['month', '2026-12-05T08:00:00'],
  ] as const)('next by %s', (rhythm, wanted) => {
    expect(nextReport({ rhythm, weekday: 1, month_day: 5, minute: 480 }, zone, now)).toBe(at(wanted))
  })
})

describe('maintenance windows', () => {
  const week = { from: at('2026-11-16T00:00:00'), to: at('2026-11-23T00:00:00') }
  const window = { from_at: 0, to_at: null, weekdays: [], minute_from: null, minute_to: null }
  test('the whole time', () => expect(spansOf(window, week, zone)).toEqual([week]))
  test('over midnight on some days, cut at the beginning of the period', () => {
    expect(spansOf({ ...window, weekdays: [0, 3], minute_from: 1380, minute_to: 60 }, week, zone)).toEqual([
      { from: at('2026-11-16T00:00:00'), to: at('2026-11-16T01:00:00') },
      { from: at('2026-11-18T23:00:00'), to: at('2026-11-19T01:00:00') },
      { from: at('2026-11-22T23:00:00'), to: at('2026-11-23T00:00:00') },
    ])
  })
  test('whole days', () => {
    expect(spansOf({ ...window, weekdays: [6] }, week, zone)).toEqual([
      { from: at('2026-11-21T00:00:00'), to: at('2026-11-22T00:00:00') },
    ])
  })
  test('over before', () => expect(spansOf({ ...window, to_at: week.from }, week, zone)).toEqual([]))
})

test('lengths', () => {
  expect([0, 59, 60, 3660, 90_061].map((one) => spanText(one, 'en'))).toEqual([
    '0',
    '59 s',
    '1 min',
    '1 h 1 min',
    '1 d 1 h',
  ])
})
