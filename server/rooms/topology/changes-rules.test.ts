import { describe, expect, test } from 'vitest'
import { ChangeLog, isSameValue } from './changes-rules.ts'

describe('equality', () => {
  const node = { id: 'd1', x: null, folds: [{ port: 'LAN1', n: 2 }], ssids: ['a'], measured: { port: 'W' } }
  test.each([
    [structuredClone(node), true],
    [{ ...node, x: 0 }, false],
    [{ ...node, folds: [] }, false],
    [{ ...node, folds: [{ port: 'LAN1', n: 3 }] }, false],
    [{ ...node, ssids: ['b'] }, false],
    [{ ...node, measured: null }, false],
  ])('case %#', (other, same) => {
    expect(isSameValue(node, other)).toBe(same)
    expect(isSameValue(other, node)).toBe(same)
  })
})

describe('the differences since an update', () => {
  const one = (id: string, n = 0) => ({ id, n })

  test('contain what was added, changed and removed, each once', () => {
    const log = new ChangeLog<{ id: string; n: number }>()
    expect(log.tell([one('a'), one('b')], 1)).toBe(true)
    expect(log.tell([one('a'), one('b')], 2)).toBe(false)
    expect(log.tell([one('a', 5), one('c')], 2)).toBe(true)
    expect(log.since(1)).toEqual({ list: [one('a', 5), one('c')], gone: ['b'] })
    expect(log.since(2)).toEqual({ list: [], gone: [] })
    log.tell([one('a', 5), one('b'), one('c')], 3)
    expect(log.since(2)).toEqual({ list: [one('b')], gone: [] })
  })

  test('a client that follows has the state of the last update, at any time', () => {
    const log = new ChangeLog<{ id: string; n: number }>()
    const followers = [1, 2, 3].map(() => ({ at: 0, has: new Map<string, { id: string; n: number }>() }))
    let seed = 7
    const random = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below
    let now: { id: string; n: number }[] = []
    let reported = 0
    for (let turn = 0; turn < 400; turn++) {
      now = Array.from({ length: 12 }, (_, at) => one(`d${at}`, random(3))).filter(() => random(4) > 0)
      if (log.tell(now, reported + 1)) reported++
      const follower = followers[random(3)]
      if (!follower) continue
      const { list, gone } = log.since(follower.at)
      for (const value of list) follower.has.set(value.id, value)
      for (const id of gone) follower.has.delete(id)
      follower.at = reported
      const sorted = (all: Iterable<{ id: string }>) => [...all].sort((a, b) => (a.id < b.id ? -1 : 1))
      expect(sorted(follower.has.values())).toEqual(sorted(now))
    }
    expect(log.size).toBeLessThanOrEqual(12)
  })

  test('starts again when removed things dominate', () => {
    const log = new ChangeLog<{ id: string }>()
    for (let turn = 0; turn < 150; turn++) log.tell([{ id: `d${turn}` }], turn + 1)
    expect(log.isStale).toBe(true)
  })
})
