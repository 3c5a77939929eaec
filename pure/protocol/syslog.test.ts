import { growthOf, LINEAR } from '../test-growth.ts'
import { expect, test } from 'vitest'
import { parseSyslog, syslogToken } from './syslog.ts'

const token = 'abcdefghijklmnop0123'

test.each([
  // the examples of RFC 5424
  [
    "<34>1 2003-10-11T22:14:15.003Z mymachine.example.com su - ID47 - \ufeff'su root' failed for lonvick on /dev/pts/8",
    {
      severity: 2,
      at: 1_065_910_455,
      host: 'mymachine.example.com',
      program: 'su',
      text: "'su root' failed for lonvick on /dev/pts/8",
    },
  ],
  [
    "<165>1 2003-08-24T05:14:15.000003-07:00 192.0.2.1 myproc 8710 - - %% It's time to make the do-nuts.",
    { severity: 5, at: 1_061_727_255, host: '192.0.2.1', program: 'myproc', text: "%% It's time to make the do-nuts." },
  ],
  [
    `<165>1 - - evntslog - ID47 [exampleSDID@32473 iut="3" eventSource="App]\\"x"][belvedere@32473 token="${token}"] An event`,
    { severity: 5, at: 0, host: '', program: 'evntslog', text: 'An event', token },
  ],
  ['<13>1 2026-11-23T16:00:00Z host app 1 - -', { severity: 5, host: 'host', program: 'app', text: '' }],
  // RFC 3164
  [
    "<34>Oct 11 22:14:15 mymachine su: 'su root' failed for lonvick on /dev/pts/8",
    { severity: 2, at: 0, host: 'mymachine', program: 'su', text: "'su root' failed for lonvick on /dev/pts/8" },
  ],
  [
    '<30>Nov  3 07:08:09 gw sshd[812]: Failed password for root',
    { severity: 6, host: 'gw', program: 'sshd', text: 'Failed password for root' },
  ],
  // BusyBox omits the host
  ['<13>Nov 23 16:00:00 root: hello', { severity: 5, host: '', program: 'root', text: 'hello' }],
  // rsyslog with times of RFC 3339
  [
    '<13>2026-11-23T16:00:00.5+01:00 box root: hello',
    { at: 1_795_446_000, host: 'box', program: 'root', text: 'hello' },
  ],
  // Cisco adds a sequence number, and marks a clock that is not set
  [
    '<189>45: *Mar  1 00:00:45.123: %LINK-3-UPDOWN: Interface Gi0/1, changed state to up',
    { severity: 5, host: '', text: '%LINK-3-UPDOWN: Interface Gi0/1, changed state to up' },
  ],
  ['<14>nothing but text', { severity: 6, host: '', program: '', text: 'nothing but text' }],
  [
    `<14>Nov  3 07:08:09 gw ppp: [belvedere@32473 token="${token}"] up`,
    { host: 'gw', program: 'ppp', text: 'up', token },
  ],
])('%s', (given, read) => expect(parseSyslog(given)).toMatchObject(read))

test('a text without priority is rejected, and hostile text takes linear time', () => {
  for (const given of ['', 'hello', '<192>x', '<1234>x', '<>x', '<a>x', ' <13>x'])
    expect(parseSyslog(given)).toBeUndefined()
  for (const piece of ['[', '"', '\\', ' ', '<13>', '1 ', '[belvedere@32473 ', 'a.', 'a: ']) {
    const growth = growthOf((size) => {
      const given = [`<13>1 - - - - - ${piece.repeat(size)}`, `<13>${piece.repeat(size)}`]
      return () => given.map(parseSyslog)
    }, 4000)
    expect(growth, piece).toBeLessThan(LINEAR)
  }
  expect(syslogToken('<13>x [belvedere@32473 token="short"] y')).toBe('')
})
