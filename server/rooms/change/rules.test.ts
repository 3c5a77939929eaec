import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canaryOf,
  confirmUntil,
  failedTooMuch,
  gateOf,
  type ItemFacts,
  type ItemState,
  nextMove,
  planWaves,
  type SetFacts,
  usualOptions,
} from './rules.ts'

const set = (more: Partial<SetFacts> = {}): SetFacts => ({
  state: 'running',
  phase: 'canary',
  wave: 0,
  asked: null,
  soak_until: null,
  options: usualOptions,
  ...more,
})
let id = 0
const item = (wave: number, state: ItemState, online = true): ItemFacts => ({ id: ++id, wave, state, online })
const waiting = { ...usualOptions, offline: 'wait' as const }

describe('the next move', () => {
  test.each<[string, Partial<SetFacts>, ItemFacts[], string]>([
    ['the canary is sent first', {}, [item(0, 'waiting'), item(1, 'waiting')], 'send'],
    ['an engine that died in the middle is taken up', {}, [item(0, 'sent'), item(1, 'waiting')], 'send'],
    ['a canary that is offline is left out', {}, [item(0, 'waiting', false), item(1, 'waiting')], 'skip'],
    ['a canary that is in effect is watched', {}, [item(0, 'done'), item(1, 'waiting')], 'soak'],
    ['as long as it takes', { phase: 'soak', soak_until: 101 }, [item(0, 'done'), item(1, 'waiting')], 'hold'],
    ['then judged', { phase: 'soak', soak_until: 100 }, [item(0, 'done'), item(1, 'waiting')], 'gate'],
    ['then comes the first wave', { phase: 'rest' }, [item(0, 'done'), item(1, 'waiting')], 'wave'],
    ['which is sent', { phase: 'rest', wave: 1 }, [item(0, 'done'), item(1, 'waiting')], 'send'],
    ['and the next one', { phase: 'rest', wave: 1 }, [item(1, 'done'), item(3, 'waiting')], 'wave'],
    ['until all are in effect', { phase: 'rest', wave: 1 }, [item(0, 'done'), item(1, 'done')], 'commit'],
    ['nothing to bring anywhere', {}, [], 'soak'],
    ['nothing to bring anywhere, then', { phase: 'rest' }, [], 'commit'],
    ['offline ones are left out', { phase: 'rest', wave: 1 }, [item(1, 'done'), item(1, 'waiting', false)], 'skip'],
    [
      'or waited for',
      { phase: 'rest', wave: 1, options: waiting },
      [item(1, 'done'), item(1, 'waiting', false)],
      'offline',
    ],
    [
      'until they come',
      { phase: 'offline', wave: 1, options: waiting },
      [item(1, 'done'), item(1, 'waiting', false)],
      'hold',
    ],
    ['which they do', { phase: 'offline', wave: 1, options: waiting }, [item(1, 'waiting')], 'send'],
    [
      'or nobody waits any more',
      { phase: 'offline', wave: 1, options: waiting, asked: 'finish' },
      [item(1, 'done'), item(1, 'waiting', false)],
      'skip',
    ],
    ['one of the canary failed', {}, [item(0, 'failed'), item(0, 'done'), item(1, 'waiting')], 'return'],
    ['somebody cancelled', { asked: 'cancel', phase: 'rest' }, [item(0, 'done'), item(1, 'sending')], 'return'],
    ['a few may fail', { phase: 'rest', wave: 1 }, [item(1, 'returning'), ...many(30)], 'bring-back'],
    ['not more', { phase: 'rest', wave: 1 }, [item(1, 'returned'), item(1, 'failed'), ...many(30)], 'return'],
    ['returning: who had not its turn stays', { state: 'returning' }, [item(0, 'done'), item(1, 'waiting')], 'skip'],
    [
      'returning: who was touched goes back',
      { state: 'returning' },
      [item(0, 'done'), item(1, 'skipped')],
      'bring-back',
    ],
    ['returning: even if nobody knows how far it got', { state: 'returning' }, [item(0, 'sending')], 'bring-back'],
    ['returned', { state: 'returning' }, [item(0, 'returned'), item(1, 'skipped'), item(1, 'lost')], 'end'],
  ])('%s', (_, facts, items, want) => expect(nextMove(set(facts), items, 100).do).toBe(want))
})

function many(n: number): ItemFacts[] {
  return Array.from({ length: n }, () => item(1, 'done'))
}

describe('failures', () => {
  test('one of the canary counts until it was confirmed', () => {
    const items = [item(0, 'returned'), item(1, 'done')]
    expect(failedTooMuch(set({ phase: 'canary' }), items)).toBe(true)
    expect(failedTooMuch(set({ phase: 'rest' }), items)).toBe(false)
  })

  test('a device that was removed after the change counts as failed', () => {
    expect(failedTooMuch(set({ phase: 'rest' }), [item(1, 'done', false), ...many(5)])).toBe(true)
  })

  test.each([
    [{ away: 1, terminals_before: 0, terminals_now: 0, alarms: 1 }, {}, 'unhealthy'],
    [{ away: 0, terminals_before: 100, terminals_now: 100, alarms: 1 }, {}, 'alarms'],
    [{ away: 0, terminals_before: 100, terminals_now: 100, alarms: 1 }, { soak: 0 }, undefined],
    [{ away: 0, terminals_before: 100, terminals_now: 89 }, {}, 'terminals'],
    [{ away: 0, terminals_before: 100, terminals_now: 90 }, {}, undefined],
    [{ away: 0, terminals_before: 0, terminals_now: 0 }, {}, undefined],
    [{ away: 0, terminals_before: 100, terminals_now: 0 }, { soak: 0 }, undefined],
    [{ away: 0, terminals_before: 100, terminals_now: 50 }, { min_terminals: 50 }, undefined],
  ])('gate %o %o: %s', (health, more, want) =>
    expect(gateOf({ alarms: 0, ...health }, { ...usualOptions, ...more })).toBe(want),
  )

  test('the server stops confirming before the device rolls back', () => {
    for (const seconds of [15, 60, 120, 900]) expect(confirmUntil(1000, seconds)).toBeLessThan(1000 + seconds)
  })
})

describe('who goes first', () => {
  const devices = [
    { id: 1, model: 'A', online: false },
    { id: 2, model: 'A', online: true },
    { id: 3, model: 'A', online: true },
    { id: 4, model: 'B', online: true },
    { id: 5, model: 'C', online: true },
  ]
  test.each([
    [{}, [2, 4]],
    [{ canary: 0 }, []],
    [{ canary: 4 }, [2, 4, 5, 3]],
    [{ canary: 50 }, [2, 4, 5, 3]],
    [{ canary_ids: [1, 5] }, [5]],
  ])('%o: %o', (input, want) => expect(canaryOf(devices, input)).toEqual(want))
  test('models without automatic rollback follow those with it', () => {
    const mixed = devices.map((device) => ({
      ...device,
      returns: device.model === 'C',
    }))
    expect(canaryOf(mixed, {})).toEqual([5, 2])
  })
  test('one model: one device', () => expect(canaryOf(devices.slice(0, 3), {})).toEqual([2]))
})

test('waves: every device has one, neighbours and adjacent ones never share one, the first contains only the canary', () => {
  const networks = fc.integer({ min: 1, max: 120 }).chain((size) =>
    fc.record({
      size: fc.constant(size),
      parents: fc.array(fc.nat(), { minLength: size, maxLength: size }),
      canary: fc.uniqueArray(fc.integer({ min: 1, max: size }), { maxLength: 3 }),
    }),
  )
  fc.assert(
    fc.property(networks, ({ size, parents, canary }) => {
      const links = new Map<number, Set<number>>()
      const link = (a: number, b: number) => links.set(a, (links.get(a) ?? new Set()).add(b))
      for (let at = 2; at <= size; at++) {
        const parent = ((parents[at - 1] ?? 0) % (at - 1)) + 1
        link(at, parent)
        link(parent, at)
      }
      const ids = Array.from({ length: size }, (_, at) => at + 1)
      const waves = planWaves(ids, canary, links)
      expect([...waves.keys()].sort((a, b) => a - b)).toEqual(ids)
      expect(new Set(ids.filter((one) => waves.get(one) === 0))).toEqual(new Set(canary))
      for (const [a, around] of links)
        for (const b of around) if (waves.get(a)) expect(waves.get(a)).not.toBe(waves.get(b))
    }),
    { numRuns: 100 },
  )
})
