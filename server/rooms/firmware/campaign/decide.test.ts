import { describe, expect, test } from 'vitest'
import { decide, type RunDevice, type CampaignOptions, type RunState } from './decide.ts'
import { AP, ConcurrentOutages } from './placement.ts'
import { planWaves } from './plan-waves.ts'

const options: CampaignOptions = {
  most: 50,
  fail_percent: 5,
  halt_on_lost: 1,
  backup: 0,
  soak: 10,
  back: 10,
  start_at: 0,
}
const start: RunState = { state: 'running', phase: 'wave', reason: null, wave: 0, waves: 2, forgiven_at: 0 }
const device = (id: number, more: Partial<RunDevice> = {}): RunDevice => ({
  id,
  type: AP,
  scene_id: 1,
  place: 0,
  slot: -1,
  upstream_ids: [],
  wave: 0,
  canary: false,
  step: 'waiting',
  model: 'A',
  path: ['2.0'],
  step_index: 0,
  since: 0,
  deadline: null,
  tries: 0,
  online: true,
  up_since: 0,
  heard_at: 9999,
  firmware: 'OS 1.0',
  in_window: true,
  ...more,
})
const nobody = new Set<number>()
const look = (
  devices: RunDevice[],
  more: { run?: Partial<RunState>; options?: Partial<CampaignOptions>; held?: number[]; now?: number } = {},
) =>
  decide(
    { ...start, ...more.run },
    { ...options, ...more.options },
    devices,
    more.held ? new Set(more.held) : nobody,
    more.now ?? 1000,
  )

describe('a missing device', () => {
  const away = (since: number, more: Partial<RunDevice> = {}) =>
    look([device(1, { step: 'restarting', online: false, since, deadline: since + 600, ...more }), device(2)]).begin
  test('blocks others once a third of its time is over', () => expect(away(800)).toEqual([]))
  test('has time to restart before that', () => expect(away(801)).toEqual([2]))
  test('counts only while it is away', () => expect(away(800, { online: true })).toEqual([2]))
  test('does not count as back while its disconnection was not observed', () =>
    expect(away(800, { online: true, heard_at: 800 })).toEqual([]))
})

describe('a single device', () => {
  test.each<[string, Partial<RunDevice>, { held?: number[]; now?: number }, object | undefined]>([
    ['runs the version: done', { step: 'restarting', firmware: 'OS 2.0', deadline: 2000 }, {}, { step: 'done' }],
    ['runs it before its answer came: done', { step: 'told', firmware: 'OS 2.0' }, { held: [1] }, { step: 'done' }],
    [
      'runs it, and another is to follow: its turn again',
      { step: 'restarting', firmware: 'OS 2.0', path: ['2.0', '3.0'] },
      {},
      { step_index: 1 },
    ],
    ['whose answer is awaited is left alone', { step: 'told' }, { held: [1] }, undefined],
    ['whose driver died is followed', { step: 'told' }, {}, { step: 'restarting', deadline: 1600 }],
    ['whose backup died with the driver begins again', { step: 'backup' }, {}, { step: 'told' }],
    [
      'not back in time: lost',
      { step: 'restarting', online: false, deadline: 1000 },
      {},
      { step: 'lost', reason: 'not_back' },
    ],
    ['has time left', { step: 'restarting', online: false, deadline: 1001 }, {}, undefined],
    [
      'back with the old version at the end of its time',
      { step: 'restarting', deadline: 1000 },
      {},
      { step: 'failed', reason: 'old_version' },
    ],
    [
      'nobody has seen go and nobody heard: neither back nor lost yet',
      { step: 'restarting', since: 400, deadline: 1000, heard_at: 399 },
      {},
      undefined,
    ],
    [
      'back with the old version for two minutes',
      { step: 'restarting', deadline: 9999, since: 800, up_since: 880 },
      {},
      { step: 'failed', reason: 'old_version' },
    ],
    [
      'back with the old version for a moment',
      { step: 'restarting', deadline: 9999, since: 800, up_since: 900 },
      {},
      undefined,
    ],
    ['that was removed or moved', { step: 'restarting', lost: 'gone' }, {}, { step: 'cancelled', reason: 'gone' }],
    [
      'that waits for somebody who lost the right',
      { lost: 'role_changed' },
      {},
      { step: 'cancelled', reason: 'role_changed' },
    ],
    ['that is lost stays lost', { step: 'lost', firmware: 'OS 2.0' }, {}, undefined],
  ])('%s', (_, more, how, expected) => {
    const move = look([device(1, more), device(2, { wave: 9, online: false })], how).moves.find(({ id }) => id === 1)
    if (expected) expect(move).toMatchObject(expected)
    else expect(move).toBeUndefined()
  })
})

describe('a campaign', () => {
  const canary = (more: Partial<RunDevice>) => device(1, { canary: true, ...more })
  const other = device(2, { wave: 1 })

  test.each<[string, RunDevice[], Parameters<typeof look>[1], object]>([
    ['begins with its first wave', [canary({}), other], {}, { begin: [1], to: { phase: 'wave', wave: 0 } }],
    ['not before its time', [canary({})], { options: { start_at: 1001 } }, { begin: [], to: { phase: 'start' } }],
    ['not outside its hours', [canary({ in_window: false })], {}, { begin: [], to: { phase: 'window' } }],
    ['not while it is paused', [canary({})], { run: { state: 'paused' } }, { begin: [], to: { state: 'paused' } }],
    [
      'watches its first devices',
      [canary({ step: 'done', since: 900 }), other],
      {},
      { begin: [], to: { phase: 'soak', wave: 0 } },
    ],
    ['goes on when they stayed', [canary({ step: 'done', since: 400 }), other], {}, { begin: [2], to: { wave: 1 } }],
    [
      'pauses when one of them left',
      [canary({ step: 'done', since: 900, online: false }), other],
      {},
      { begin: [], to: { state: 'paused', reason: 'canary_left' } },
    ],
    [
      'pauses when one of them failed',
      [canary({ step: 'failed', since: 900 }), other],
      {},
      { begin: [], to: { state: 'paused', reason: 'canary_failed' } },
    ],
    [
      'goes on after a person saw it',
      [canary({ step: 'failed', since: 900 }), other],
      { run: { forgiven_at: 950 } },
      { begin: [2] },
    ],
    [
      'pauses when one does not come back',
      [device(1, { step: 'restarting', online: false, deadline: 1000 }), device(2)],
      {},
      { begin: [], to: { state: 'paused', reason: 'device_lost' } },
    ],
    [
      'goes on then when told so',
      [
        ...Array.from({ length: 30 }, (_, i) => device(i + 10, { step: 'done', since: 5 })),
        device(1, { step: 'lost', since: 5 }),
        device(2),
      ],
      { options: { halt_on_lost: 0 } },
      { begin: [2] },
    ],
    [
      'pauses when too many failed',
      [
        ...Array.from({ length: 10 }, (_, i) => device(i + 10, { step: 'done', since: 5 })),
        device(1, { step: 'failed', since: 5 }),
        device(2),
      ],
      {},
      { begin: [], to: { reason: 'too_many_failed' } },
    ],
    [
      'gives the turn of an absent first device to one that is there',
      [canary({ online: false }), other],
      {},
      { begin: [2] },
    ],
    [
      'does not begin with others of a model nobody has proven',
      [canary({ step: 'told' }), device(2)],
      { held: [1] },
      { begin: [], to: { phase: 'wave' } },
    ],
    [
      'waits for those that are away',
      [device(1, { online: false }), device(2, { step: 'done', since: 5 })],
      {},
      { begin: [], to: { state: 'running', phase: 'offline', wave: 2, ended: false } },
    ],
    ['takes them when they are back', [device(1, { wave: 0 })], { run: { wave: 2 } }, { begin: [1] }],
    [
      'is done when nobody is left',
      [device(1, { step: 'done' }), device(2, { step: 'cancelled' })],
      {},
      { to: { state: 'done', phase: 'ended', ended: true } },
    ],
    [
      'that was stopped lets those that began end',
      [device(1), device(2, { step: 'told' })],
      { run: { state: 'stopped' }, held: [2] },
      { moves: [{ id: 1, step: 'cancelled', reason: 'stopped' }], to: { ended: false } },
    ],
    ['that was stopped ends', [device(1)], { run: { state: 'stopped' } }, { to: { ended: true, state: 'stopped' } }],
    [
      'never takes two of one switch',
      [device(1, { place: 9 }), device(2, { place: 9 }), device(3, { place: 8 })],
      {},
      { begin: [1, 3] },
    ],
    [
      'nor one below another that is dark',
      [device(1, { type: 2, step: 'told' }), device(2, { upstream_ids: [1] })],
      { held: [1] },
      { begin: [] },
    ],
    [
      'has no more under way than told',
      [device(1, { step: 'told' }), device(2), device(3)],
      { held: [1], options: { most: 2 } },
      { begin: [2] },
    ],
  ])('%s', (_, devices, how, expected) => expect(look(devices, how)).toMatchObject(expected))
})

/** Numbers that are the same in every run. */
function dice(seed: number): (most: number) => number {
  let state = (seed + 1) * 2_654_435_761
  return (most) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0
    return (state >>> 0) % most
  }
}

type SimulatedBehaviour = 'good' | 'brick' | 'stubborn' | 'refuses'

describe('for any events', () => {
  test.each(Array.from({ length: 150 }, (_, seed) => seed))('%d', (seed) => {
    const roll = dice(seed)
    const count = 5 + roll(60)
    const places = 1 + roll(5)
    const plan = Array.from({ length: count }, (_, i) => {
      const placed = roll(4) > 0
      const place = 1000 + roll(places)
      return {
        id: i + 1,
        type: AP,
        scene_id: 1,
        model: `M${roll(2)}`,
        online: roll(8) > 0,
        depth: 2,
        place: placed ? place : 0,
        slot: placed ? -1 : i % 4,
        upstream_ids: placed ? [place] : [],
      }
    })
    const waves = planWaves(plan, { canary: 1, most: 20 })
    let rows = plan.map((one) => {
      const wave = waves.findIndex(({ ids }) => ids.includes(one.id))
      return device(one.id, { ...one, wave, canary: waves[wave]?.kind === 'canary' })
    })
    const wicked = roll(3) > 0
    const nature = new Map<number, SimulatedBehaviour>(
      rows.map(({ id }) => [
        id,
        wicked && roll(15) === 0 ? ((['brick', 'stubborn', 'refuses'] as const)[roll(3)] ?? 'brick') : 'good',
      ]),
    )
    let run: RunState = { ...start, waves: waves.length }
    let held = new Map<number, number>()
    const back = new Map<number, number>()
    const begun = new Set<number>()
    const untold = new Set<number>()
    let now = 1000
    for (let at = 0; at < 4000; at++, now += 20) {
      // a kill -9 loses the pending answers, before or after the rows of this step
      if (roll(12) === 0) held = new Map()
      const decision = decide(run, options, rows, new Set(held.keys()), now)
      const wrong = rows.some(({ step }) => step === 'lost')
      if (wrong) expect(decision.begin).toEqual([])
      const keep = (move: (typeof decision.moves)[number]) => (one: RunDevice) =>
        one.id === move.id
          ? {
              ...one,
              ...move,
              reason: undefined,
              since: move.step === one.step ? one.since : now,
              deadline: move.deadline ?? null,
            }
          : one
      for (const move of decision.moves) rows = rows.map(keep(move) as (one: RunDevice) => RunDevice)
      run = decision.to
      if (decision.to.ended) break
      if (decision.to.state === 'paused') break
      const killed = roll(12) === 0 && !decision.begin.some((id) => untold.has(id))
      for (const id of decision.begin) {
        begun.add(id)
        if (!killed) held.set(id, now + 20 * roll(4))
        // killed just before the device was commanded; at most once for each device
        if (killed && roll(2) === 0) untold.add(id)
        else back.set(id, now + 60 + roll(300))
      }
      // devices that are offline together are allowed to be
      const dark = new ConcurrentOutages()
      for (const one of rows.filter(({ step }) => step === 'told' || step === 'restarting')) {
        expect(dark.clashes(one)).toBe(false)
        dark.add(one)
      }
      for (const [id, answer] of held) {
        if (answer > now) continue
        held.delete(id)
        const refuses = nature.get(id) === 'refuses'
        rows = rows.map((one) =>
          one.id === id && one.step === 'told'
            ? { ...one, step: refuses ? 'failed' : 'restarting', since: now, deadline: refuses ? null : now + 600 }
            : one,
        )
      }
      for (const [id, moment] of back) {
        const kind = nature.get(id)
        if (kind === 'refuses') back.delete(id)
        else if (moment > now) rows = rows.map((one) => (one.id === id ? { ...one, online: false } : one))
        else if (kind !== 'brick') {
          back.delete(id)
          rows = rows.map((one) =>
            one.id === id
              ? { ...one, online: true, up_since: now, firmware: kind === 'good' ? 'OS 2.0' : one.firmware }
              : one,
          )
        }
      }
      // missing devices return at some time
      if (roll(5) === 0)
        rows = rows.map((one) =>
          one.step === 'waiting' && !one.online && !back.has(one.id) ? { ...one, online: true, up_since: now } : one,
        )
    }
    const harmed = [...begun].filter((id) => nature.get(id) !== 'good')
    const failed = rows.filter(({ step }) => step === 'failed').length
    if (run.state === 'done') {
      // each runs the target version, except for the allowed share of failures
      expect(rows.every(({ step, firmware }) => step === 'failed' || (step === 'done' && firmware === 'OS 2.0'))).toBe(
        true,
      )
      expect(harmed).toHaveLength(failed)
    } else {
      expect(run.state).toBe('paused')
      expect(harmed.length).toBeGreaterThan(0)
    }
  })
})
