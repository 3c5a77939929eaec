import { expect, test } from 'vitest'
import { foundIn, hostsOf, insideOf, knownAmong, networkOf, scanScript } from './scan-rules.ts'

test('a network by any of its addresses', () => {
  expect(networkOf('192.168.7.106/24')).toMatchObject({ subnet: '192.168.7.0/24', count: 256 })
  expect(networkOf('192.168.7.106/33')).toBeUndefined()
  expect(networkOf('300.1.1.1/24')).toBeUndefined()
  expect(hostsOf(networkOf('10.0.0.5/30') as never)).toEqual(['10.0.0.5', '10.0.0.6'])
})

test('only small private networks are scanned by default, each once', () => {
  const given = ['192.168.7.1/24', '192.168.7.9/24', '203.0.113.1/24', '10.0.0.1/8', '172.31.1.1/26', '192.168.9.1/32']
  expect(insideOf(given).map(({ subnet }) => subnet)).toEqual(['192.168.7.0/24', '172.31.1.0/26'])
})

test('the output of devices is parsed in all formats', () => {
  const networks = insideOf(['192.168.7.1/24'])
  const text = [
    'up 192.168.7.1',
    '192.168.7.106 dev br-lan lladdr 3C:22:FB:10:20:30 REACHABLE',
    '192.168.7.107 dev br-lan  FAILED',
    '192.168.7.5     0x1  0x2   b8:27:eb:44:55:66     *        br-lan',
    '10.9.9.9 dev wan0 lladdr 00:11:22:33:44:55 STALE',
    'garbage',
  ].join('\n')
  expect(foundIn(text, networks)).toEqual([
    { ip: '192.168.7.1', mac: null, rtt_ms: null },
    { ip: '192.168.7.5', mac: 'b8:27:eb:44:55:66', rtt_ms: null },
    { ip: '192.168.7.106', mac: '3c:22:fb:10:20:30', rtt_ms: null },
  ])
})

test('known by hardware address first, then by address', () => {
  const place = { lan_ip: null, wan_ip: null }
  const known = knownAmong([
    { id: 1, name: 'a', ip: '192.168.7.5', mac: null, ...place },
    { id: 2, name: 'b', ip: '192.168.7.6', mac: 'b8:27:eb:44:55:66', ...place },
    { id: 3, name: 'c', ip: '203.0.113.9', mac: '5ce91e102001', lan_ip: '192.168.7.1', wan_ip: null },
  ])
  expect(known({ ip: '192.168.7.5', mac: 'b8:27:eb:44:55:66' })?.id).toBe(2)
  expect(known({ ip: '192.168.7.5', mac: null })?.id).toBe(1)
  expect(known({ ip: '192.168.7.1', mac: null })?.id).toBe(3)
  expect(known({ ip: '192.168.7.9', mac: '00:11:22:33:44:55' })).toBeNull()
})

test('the script contains only addresses', () => {
  expect(scanScript(insideOf(['192.168.7.1/30']))).toMatch(/for ip in 192\.168\.7\.1 192\.168\.7\.2; do/)
})
