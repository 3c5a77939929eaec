import { describe, expect, test } from 'vitest'
import { describeConformance } from '../../kit/driver-conformance.ts'
import { identityIn, readRecordings } from '../../kit/play-recording.ts'
import { snmpDevice } from './driver.ts'

const folder = new URL('./', import.meta.url)
const recordings = readRecordings(folder)
const factsOf = (name: string, at = 0) =>
  snmpDevice.decode('variables', recordings.get(name)?.[at]?.params ?? {}).facts ?? {}

describeConformance(snmpDevice, folder)

test('vendor and model', () => {
  const reported = (recordings.get('connect') ?? []).map((message) => identityIn(snmpDevice, message))
  expect(reported.map(({ vendor, model, firmware }) => [vendor, model, firmware])).toEqual([
    ['Net-SNMP', 'Linux x86_64', '6.1.0-28-amd64'],
    ['H3C', 'H3C Comware Platform Software', '7.1.070'],
    ['APC', 'APC Web/SNMP Management Card (MB:v4.1.0 PF:v6.8.2 PN:apc_hw05_ao', '4.1.0'],
    ['HP', 'HP ETHERNET MULTI-ENVIRONMENT', ''],
  ])
  expect(reported[0]?.capabilities).toMatchObject({ name: 'lab-host', location: 'Rack 3' })
})

test('a device without the system group is not identified', () => {
  expect(snmpDevice.protocol.matches({})).toBe(false)
})

describe('a host', () => {
  const facts = factsOf('linux-host')

  test('load, memory and uptime', () => {
    expect(facts.load).toEqual([3.55, 1.88, 1.71])
    expect(facts.memory?.total).toBe(24_684_092 * 1024)
    expect(facts.uptime).toBe(25_283)
  })

  test('interfaces with counters, without the loopback', () => {
    const names = facts.interfaces?.map(({ name }) => name)
    expect(names).toContain('eth0')
    expect(names).not.toContain('lo')
    expect(facts.interfaces?.find(({ name }) => name === 'eth0')).toMatchObject({ role: 'port', up: true })
  })
})

describe('a switch', () => {
  const facts = factsOf('switch')
  const port = (name: string) => facts.interfaces?.find((one) => one.name === name)

  test('counts in 64 bits and reports 10 Gbit/s', () => {
    expect(port('XGE1/0/49')).toMatchObject({
      up: true,
      speed_mbps: 10_000,
      mac: '00:0f:e2:10:20:31',
      rx_bytes: 88_123_456_789_012,
      rx_errors: 1,
      rx_dropped: 3,
    })
    expect(port('GE1/0/2')).toMatchObject({ up: false, speed_mbps: undefined })
    expect(port('Vlan1')).toMatchObject({ role: 'other', addresses: ['192.168.10.2/24'] })
    expect(port('Loop0')).toBeUndefined()
  })

  test('neighbours, processors, memory, the hottest valid sensor', () => {
    expect(facts.neighbours).toMatchObject([
      { port: 'Ten-GigabitEthernet1/0/49', name: 'router-hq', mac: '5c:e9:1e:10:20:01', remote_port: 'lan1' },
    ])
    expect(facts.cpu).toBe(18)
    expect(facts.memory).toEqual({ total: 2 ** 29, free: 2 ** 28 })
    expect(facts.temperature).toBe(51.5)
  })
})

test('a UPS on mains and on battery', () => {
  expect(factsOf('ups').ups).toEqual({
    source: 'mains',
    charge: 100,
    minutes_left: 42,
    load: 31,
    input_v: 229,
    output_v: 230,
    battery_low: false,
  })
  expect(factsOf('ups', 1).ups).toMatchObject({ source: 'battery', charge: 18, battery_low: true, input_v: 0 })
  expect(factsOf('switch').ups).toBeUndefined()
})

test('a printer with a seventh of its toner, and a paper jam', () => {
  expect(factsOf('printer').printer).toEqual({
    status: 'printing',
    pages: 48_211,
    supplies: [
      { name: 'Black Cartridge HP CF226X', left: 14 },
      { name: 'Maintenance Kit', left: undefined },
    ],
    faults: ['lowToner', 'jammed'],
  })
})

test('its requests are bounded and well formed', () => {
  const { hello, scalars, tables } = snmpDevice.protocol.asks
  const all = [...hello, ...scalars, ...tables.flatMap(({ columns }) => columns)]
  expect(all.every((oid) => /^1(\.\d+){5,}$/.test(oid))).toBe(true)
  expect(new Set(all).size).toBe(all.length)
  expect(tables.every(({ most }) => most <= 512)).toBe(true)
})
