import { expect, test } from 'vitest'
import { findLines, linesOf, shownOf, type CastEvent } from './cast.ts'

const events: CastEvent[] = [
  [0.5, 'o', '$ '],
  [1, 'i', 'u'],
  [1.1, 'o', 'uptime\r\n'],
  [61.1, 'o', '\u001b[32mup\u001b[0m 3 days\r\n$ '],
  [61.2, 'r', '80x24'],
]

test('pauses are cut short, everything shown stays', () => {
  const shown = shownOf(events)
  expect(shown.map(({ text }) => text).join('')).toBe('$ uptime\r\n\u001b[32mup\u001b[0m 3 days\r\n$ ')
  expect(shown.map(({ at }) => Math.round(at * 10) / 10)).toEqual([0.5, 1.1, 3.1])
})

test('lines are found by what a person saw', () => {
  const lines = linesOf(shownOf(events))
  expect(lines.map(({ text }) => text)).toEqual(['$ uptime', 'up 3 days', '$ '])
  expect(findLines(lines, 'UP 3')).toEqual([{ at: expect.closeTo(3.1), text: 'up 3 days' }])
  expect(findLines(lines, '  ')).toEqual([])
})
