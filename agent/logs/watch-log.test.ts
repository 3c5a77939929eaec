import { expect, test } from 'vitest'
import { fileRow } from '../query/log-tail.ts'
import { LogGatherer } from './watch-log.ts'

const now = new Date('2026-11-23T17:00:00Z')
const rowOf = (line: string) => {
  const { source, severity, text } = fileRow(line, now)
  return [source, severity, text]
}

test.each([
  [
    'Nov 23 16:59:58 gw sshd[812]: Failed password for invalid user pi from 198.51.100.7 port 50122 ssh2',
    ['sshd', undefined, 'Failed password for invalid user pi from 198.51.100.7 port 50122 ssh2'],
  ],
  [
    '2026-11-23T16:59:58.120+00:00 gw sshd-session[812]: Failed password for root from 198.51.100.7 port 50122 ssh2',
    ['sshd-session', undefined, 'Failed password for root from 198.51.100.7 port 50122 ssh2'],
  ],
  [
    "Nov 23 16:59:58 gw authpriv.warn dropbear[77]: Bad password attempt for 'root' from 198.51.100.7:40112",
    ['dropbear', 4, "Bad password attempt for 'root' from 198.51.100.7:40112"],
  ],
  ['Nov 23 16:59:58 gw pppd[301]: PAP authentication failed', ['pppd', undefined, 'PAP authentication failed']],
  [
    'Nov 23 16:59:58 gw kernel: [ 812.4] TCP: request_sock_TCP: Possible SYN flooding on port 443.',
    ['kernel', undefined, '[ 812.4] TCP: request_sock_TCP: Possible SYN flooding on port 443.'],
  ],
  ['Nov  3 06:00:01 gw kern.err kernel: x', ['kernel', 3, 'x']],
])('%s', (line, row) => {
  expect(rowOf(line)).toEqual(row)
})

test('a message has a limited number of lines, the rest is counted; the agent does not report its own lines', () => {
  const gatherer = new LogGatherer()
  expect(gatherer.take()).toBeUndefined()
  gatherer.add({ time: 5, severity: 4, source: 'pppd', text: 'x'.repeat(2000) })
  gatherer.add({ source: 'belvedere-agent', text: 'Connected' })
  gatherer.add({ text: 'no form' }, 7)
  expect(gatherer.take()).toEqual({
    lines: [
      [5, 4, 'pppd', 'x'.repeat(1024)],
      [7, 5, '', 'no form'],
    ],
  })
  for (let n = 0; n < 250; n++) gatherer.add({ source: 'kernel', text: `drop ${n}` })
  expect(gatherer.take()).toMatchObject({ lines: expect.arrayContaining([expect.anything()]), dropped: 50 })
})
