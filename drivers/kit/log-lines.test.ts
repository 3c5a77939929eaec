import { expect, test } from 'vitest'
import { linesOfEvent, logLinesOf, logMost } from './log-lines.ts'

test('lines are read within their bounds, and invalid ones are left out', () => {
  const lines = [
    [1_800_000_000, 4, 'sshd', 'Failed password for root from 192.0.2.7 port 22'],
    [1_800_000_001_500, '3', 'kernel', 'eth0:\u001b[2J link down\n'],
    [0, 9, { program: 1 }, 'no severity, no program'],
    [1, 2, 'x', ''],
    [1, 2, 'x', 5],
    'text',
    null,
  ]
  expect(logLinesOf({ lines, dropped: 12 })).toEqual({
    dropped: 12,
    lines: [
      { at: 1_800_000_000, severity: 4, program: 'sshd', text: 'Failed password for root from 192.0.2.7 port 22' },
      { at: 1_800_000_001, severity: 3, program: 'kernel', text: 'eth0: [2J link down' },
      { at: 0, severity: 5, program: '', text: 'no severity, no program' },
    ],
  })
  const long = logLinesOf({ lines: Array.from({ length: 500 }, () => [0, 6, 'p'.repeat(99), 't'.repeat(5000)]) })
  expect(long.lines).toHaveLength(logMost.lines)
  expect(long.lines[0]).toMatchObject({ program: 'p'.repeat(logMost.program), text: 't'.repeat(logMost.text) })
  for (const payload of [undefined, null, 5, 'x', [], { lines: 'x' }, { lines: { 0: 'x' }, dropped: -1 }])
    expect(logLinesOf(payload)).toEqual({ lines: [], dropped: 0 })
})

test('a device event becomes lines of its log', () => {
  const text = "dropbear[12]: Bad password attempt for 'root' from 192.0.2.9:5511"
  expect(linesOfEvent({ at: 7, type: 'device.log', text })).toEqual([
    { at: 7, severity: 5, program: 'dropbear', text: "Bad password attempt for 'root' from 192.0.2.9:5511" },
  ])
  expect(linesOfEvent({ at: 7, type: 'device.crash-log', severity: 3, data: { lines: ['Oops', '', 5] } })).toEqual([
    { at: 7, severity: 3, program: 'crash', text: 'Oops' },
    { at: 7, severity: 3, program: 'crash', text: '5' },
  ])
  expect(linesOfEvent({ at: 7, type: 'wired.carrier-up', text: 'x' })).toEqual([])
})
