import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LooseJson } from '../loose.ts'
import { openDirectory } from '../files/state-directory.ts'
import { lateType, openLateSamples } from './late-samples.ts'

let folder: string
let up = 1000
vi.mock('node:os', async (real) => ({ ...(await real<object>()), uptime: () => up }))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'belvedere-late-'))
  up = 1000
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (boot = 'boot-1') => openLateSamples(openDirectory(folder), boot)
const state = (rx: number, tx = 0) => ({
  unit: {
    cpu_load: [20, 21],
    load: [0.25, 0.2, 0.1],
    temperature: [48, 51],
    memory: { total: 1000, free: 400, cached: 100, buffered: 26 },
  },
  interfaces: [
    { name: 'wan0', counters: { rx_bytes: rx, tx_bytes: tx }, clients: [] },
    { name: 'br-lan', counters: { rx_bytes: tx, tx_bytes: rx }, clients: [{ mac: 'a' }, { mac: 'b' }] },
  ],
  'x-belvedere': {
    interfaces: [
      { name: 'wan0', role: 'wan' },
      { name: 'br-lan', role: 'lan' },
    ],
  },
})

interface UploadedSamples {
  from: number
  now: number
  series: number
  first: number
  more: number
  names: string[]
  unsure: number[]
  rows: (number | null)[][]
}

/** The delivered samples. */
function read({ data }: LooseJson): UploadedSamples {
  const [[from, reported]] = (data as Record<string, [[number, Omit<UploadedSamples, 'from'>]]>)[lateType] as [
    [number, Omit<UploadedSamples, 'from'>],
  ]
  return { from, ...reported }
}

describe('samples that a host measured while offline', () => {
  test('are delivered in the format of the driver, in order, with traffic from the last state that was sent', () => {
    const late = open()
    late.measured(state(1000), true)
    for (const rx of [4000, 5000]) {
      up += 60
      late.measured(state(rx, 10), false)
    }
    up += 30
    const reported = read(late.message('5ce91e102001', 500))
    expect(reported).toMatchObject({ first: 1, more: 0, names: ['wan0', 'br-lan'], unsure: [] })
    expect(reported.now - reported.from).toBe(90)
    expect(reported.rows).toEqual([
      [0, 60, 20, 47.4, 51, 0.25, 2, 3000, 10, 3000, 10, 10, 3000],
      [60, 60, 20, 47.4, 51, 0.25, 2, 1000, 0, 1000, 0, 0, 1000],
    ])
  })

  test('are removed only after the gateway confirms that they are stored', () => {
    const late = open()
    for (let n = 0; n < 5; n++) {
      up += 60
      late.measured(state(n), false)
    }
    const first = read(late.message('x', 2))
    expect([first.rows.length, first.more]).toEqual([2, 3])
    expect(read(late.message('x', 2))).toEqual(first)
    late.forget(first.series + 1, 2)
    expect(read(late.message('x', 2))).toEqual(first)
    late.forget(first.series, 2)
    expect(read(late.message('x', 9))).toMatchObject({ series: first.series, first: 3, more: 0 })
    late.forget(first.series, 5)
    expect(read(late.message('x', 9))).toMatchObject({ first: 6, rows: [] })
  })

  test('survive a kill of the agent, also in the middle of a line, and counting continues', () => {
    const one = open()
    one.measured(state(1000), true)
    up += 60
    one.measured(state(2000), false)
    const before = read(one.message('x', 9))
    appendFileSync(join(folder, 'late-samples.ndjson'), '{"at":{"wall":17')
    const two = open()
    expect(read(two.message('x', 9))).toEqual(before)
    up += 120
    two.measured(state(2500), false)
    expect(read(open().message('x', 9)).rows.map((row) => [row[0], row[1], row[7]])).toEqual([
      [0, 60, 1000],
      [120, 120, 500],
    ])
  })

  test('count the traffic since the boot after a reboot of the host', () => {
    const one = open()
    one.measured(state(9000), true)
    up += 60
    one.measured(state(10_000), false)
    up = 20
    const two = open('boot-2')
    expect(two.since()).toMatchObject({ counters: {} })
    vi.useFakeTimers({ now: Date.now() + 60_000 })
    two.measured(state(12_000), false)
    vi.useRealTimers()
    expect(read(two.message('x', 9)).rows[1]?.[7]).toBe(12_000)
  })

  test('cover at most a day of minutes; the oldest row is removed together with its number', () => {
    const late = open()
    for (let n = 0; n < 1500; n++) {
      up += 60
      late.measured(state(n), false)
    }
    const reported = read(late.message('x', 9999))
    expect(reported).toMatchObject({ first: 61, more: 1440 - 512 })
    expect(read(open().message('x', 9999))).toMatchObject({ series: reported.series, first: 61 })
    expect(readFileSync(join(folder, 'late-samples.ndjson'), 'utf8').length).toBeLessThan(2e6)
  })

  test('mark a state as unsure that was sent shortly before the connection was lost', () => {
    const late = open()
    late.measured(state(1000), true)
    late.lost(performance.now() + 60_000)
    expect(read(late.message('x', 9)).rows).toEqual([])
    up += 60
    late.measured(state(2000), true)
    late.lost(performance.now() - 60_000)
    const reported = read(late.message('x', 9))
    expect([reported.unsure, reported.rows.map((row) => row[7])]).toEqual([[0], [1000]])
  })

  test('the first state afterwards reports where the samples end; the next does not', () => {
    const late = open()
    expect(late.since()).toBeUndefined()
    late.measured(state(1000), true)
    expect(late.since()).toBeUndefined()
    up += 60
    late.measured(state(2000), false)
    up += 25
    expect(late.since()).toEqual({ seconds: 25, counters: { wan0: [2000, 0], 'br-lan': [0, 2000] } })
    late.measured(state(2100), true)
    expect(late.since()).toBeUndefined()
  })

  test('with hundreds of interfaces are split into messages of a valid size', () => {
    const late = open()
    const many = (rx: number) => ({
      interfaces: Array.from({ length: 250 }, (_, n) => ({
        name: `vlan${n}`,
        counters: { rx_bytes: rx * 12_345_678, tx_bytes: rx * 12_345_678 },
      })),
    })
    late.measured(many(0), true)
    for (let n = 1; n < 600; n++) {
      up += 60
      late.measured(many(n), false)
    }
    const message = late.message('x', 512)
    expect(JSON.stringify(message).length).toBeLessThan(400_000)
    const reported = read(message)
    expect(reported.rows.length + reported.more).toBe(599)
    expect(Object.keys(message.data as LooseJson)).toEqual([lateType])
  })
})
