import { expect, test } from 'vitest'
import { ProbeResults, roundOf } from './line-meter.ts'

test('output of ping', () => {
  const head = 'PING 192.0.2.1 (192.0.2.1) 56(84) bytes of data.\n\n--- 192.0.2.1 ping statistics ---\n'
  expect(
    roundOf(
      `${head}20 packets transmitted, 16 received, 20% packet loss, time 9508ms\nrtt min/avg/max/mdev = 0.024/4.5/12.1/0.1 ms\n`,
    ),
  ).toEqual({ sent: 20, lost: 4, rtt_ms: 4.5 })
  expect(
    roundOf(
      `${head}20 packets transmitted, 20 packets received, 0% packet loss\nround-trip min/avg/max = 1.002/2.511/3.0 ms\n`,
    ),
    'BusyBox',
  ).toEqual({ sent: 20, lost: 0, rtt_ms: 2.511 })
  expect(roundOf(`${head}20 packets transmitted, 0 received, +20 errors, 100% packet loss, time 19456ms\n`)).toEqual({
    sent: 20,
    lost: 20,
  })
  expect(roundOf(`${head}4 packets transmitted, 4 received, +2 duplicates, 0% packet loss, time 1ms\n`)).toMatchObject({
    lost: 0,
  })
  expect(roundOf('ping: connect: Network is unreachable\n')).toEqual({ sent: 20, lost: 20 })
  expect(roundOf('ping: invalid argument\n'), 'it says nothing of the line').toBeUndefined()
})

test('the last rounds of an address; an address that never replied has no result', () => {
  const results = new ProbeResults()
  const round = (target: string, lost: number, rtt_ms = 10) => ({
    line: 'wan0',
    target,
    gateway: target === '192.0.2.1',
    round: { sent: 20, lost, ...(lost < 20 && { rtt_ms }) },
  })
  results.take([round('192.0.2.1', 0, 1), round('203.0.113.9', 20)])
  expect(results.of('wan0')).toEqual([{ target: '192.0.2.1', gateway: true, sent: 20, lost: 0, rtt_ms: 1 }])
  expect(results.of('wan1')).toBeUndefined()
  for (let n = 0; n < 5; n++) results.take([round('192.0.2.1', 0, 1), round('203.0.113.9', n === 0 ? 0 : 4)])
  expect(results.of('wan0')?.[1]).toEqual({ target: '203.0.113.9', sent: 80, lost: 16, rtt_ms: 10 })
  expect(results.worst()).toBe(0.2)
  results.take([round('192.0.2.1', 0, 1)])
  expect(results.of('wan0'), 'what is asked for no more').toHaveLength(1)
})
