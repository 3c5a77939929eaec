import { expect, test } from 'vitest'
import { inputOf, emptyReportUrl } from './report.ts'

test('values that the address omits come from the profile', () => {
  expect(inputOf(7, emptyReportUrl)).toEqual({ scene_id: 7 })
  expect(inputOf(7, { ...emptyReportUrl, period: 'nonsense', sections: 'a.b' })).toEqual({ scene_id: 7 })
})

test('sections and period', () => {
  expect(inputOf(7, { ...emptyReportUrl, period: 'month', sections: 'wan.summary' })).toEqual({
    scene_id: 7,
    period: 'month',
    sections: ['wan', 'summary'],
  })
})

test('days are whole, by the reader’s clock, and go before the period', () => {
  const { from, to, ...rest } = inputOf(7, {
    ...emptyReportUrl,
    period: 'week',
    from: '2026-03-02',
    to: '2026-03-03',
  }) as {
    from: number
    to: number
  }
  expect([new Date(from * 1000).getHours(), to - from, rest]).toEqual([0, 2 * 86_400, { scene_id: 7 }])
  expect(inputOf(7, { ...emptyReportUrl, from: '2026-03-03', to: '2026-03-02' })).toEqual({ scene_id: 7 })
})
