import { syncState } from '@belvedere/contract/rooms/intent/sync/enums.ts'
import { describe, expect, test } from 'vitest'
import { type Sync, syncAfter, type SyncEvent, type SyncFacts } from './sync-rules.ts'

const { none, synced, pending, drifted, failed } = syncState.id

const facts = (more: Partial<SyncFacts> = {}): SyncFacts => ({
  sync: synced,
  readable: true,
  expected: 20,
  since: 100,
  reported: 20,
  reported_at: 90,
  ...more,
})

test.each<[string, Partial<SyncFacts>, SyncEvent, Sync]>([
  ['a number from before the change', { readable: false, reported: 10, reported_at: 90 }, { is: 'mute' }, synced],
  ['and one since', { readable: false, reported: 10, reported_at: 101 }, { is: 'mute' }, drifted],
  ['the right number again', { readable: false, sync: drifted, reported_at: 101 }, { is: 'mute' }, synced],
  ['the right number does not undo what was read', { sync: drifted, reported_at: 101 }, { is: 'mute' }, drifted],
  ['one that does not answer', {}, { is: 'mute' }, synced],
  ['nothing known', { sync: none, expected: null, reported: 7, reported_at: 101 }, { is: 'mute' }, none],
  ['nothing to compare with', { sync: none, expected: null }, { is: 'found', differences: 0 }, none],
  ['differences', {}, { is: 'found', differences: 2 }, drifted],
  ['none any more', { sync: drifted }, { is: 'found', differences: 0 }, synced],
  ['differences while a set is under way', { sync: pending }, { is: 'found', differences: 2 }, pending],
  ['differences after a refusal', { sync: failed }, { is: 'found', differences: 2 }, failed],
  ['a first set that returned', { sync: none, expected: null }, { is: 'returned' }, none],
  ['a set on a drifted device that returned', { sync: drifted }, { is: 'returned' }, drifted],
  ['what it rejected is taken back', {}, { is: 'rejected' }, synced],
  ['a first set that it rejected', { expected: null, sync: none }, { is: 'rejected' }, none],
  ['what it strayed from is sent again, and it rejects it', { sync: drifted }, { is: 'rejected' }, failed],
  ['what waited is taken back', { sync: pending }, { is: 'unneeded' }, synced],
  ['drift is not settled by that', { sync: drifted }, { is: 'unneeded' }, drifted],
  ['its base was read after a refusal', { sync: failed, expected: null }, { is: 'read-base' }, failed],
])('%s', (_, more, event, wanted) => {
  expect(syncAfter(facts(more), event)).toBe(wanted)
})

/** A device, and its stored state. Time passes with every event. */
class SyncSimulation {
  now = 100
  content = 'a'
  wanted = 'a'
  former = 'a'
  number = 20
  /** It was changed by other means since the last set. */
  touched = false
  /** Health checks in transit. */
  under_way: { number: number; at: number }[] = []
  known: SyncFacts

  constructor(readable: boolean) {
    this.known = facts({ readable, since: 90, reported_at: 95 })
  }

  happen(event: SyncEvent): void {
    this.known = { ...this.known, sync: syncAfter(this.known, event) }
  }

  look(): void {
    const found: SyncEvent = { is: 'found', differences: this.content === this.wanted ? 0 : 1 }
    this.happen(this.known.readable ? found : { is: 'mute' })
  }

  report(): void {
    this.known = { ...this.known, reported: this.number, reported_at: this.now }
  }

  commit(content: string): void {
    Object.assign(this, { former: this.wanted, wanted: content, content, number: this.now, touched: false })
    this.happen({ is: 'taken' })
    this.known = { ...this.known, expected: this.number, since: this.now }
  }
}

const events: Record<string, (world: SyncSimulation) => void> = {
  look: (world) => world.look(),
  read: (world) => world.look(),
  commit: (world) => world.commit(`set ${world.now}`),
  undo: (world) => world.commit(world.former),
  'health check': (world) => world.report(),
  reconnect(world) {
    world.report()
    world.look()
  },
  'health check leaves': (world) => void world.under_way.push({ number: world.number, at: world.now }),
  'health check arrives late'(world) {
    const late = world.under_way.shift()
    if (late) world.known = { ...world.known, reported: late.number, reported_at: late.at }
  },
  'by hand'(world) {
    Object.assign(world, { content: 'by hand', number: world.now, touched: true })
  },
}

function* orders<T>(list: readonly T[]): Generator<T[]> {
  if (list.length === 0) yield []
  for (const [n, first] of list.entries())
    for (const rest of orders([...list.slice(0, n), ...list.slice(n + 1)])) yield [first, ...rest]
}

describe.each([
  ['can be asked what it runs', true],
  ['reports its number alone', false],
])('of a device that %s', (_, readable) => {
  test('in every order, drift is detected exactly where it is, and ends', () => {
    const wrong: string[] = []
    for (const order of orders(Object.keys(events))) {
      const world = new SyncSimulation(readable)
      for (const name of order) {
        world.now++
        events[name]?.(world)
        if (world.known.sync === drifted && !world.touched) wrong.push(`${order.join(', ')}: drifted after ${name}`)
        if (world.known.sync === none) wrong.push(`${order.join(', ')}: not configured after ${name}`)
      }
      world.now++
      world.report()
      world.look()
      const is = world.content === world.wanted ? synced : drifted
      if (world.known.sync !== is) wrong.push(`${order.join(', ')}: ${world.known.sync} in the end`)
    }
    expect(wrong.slice(0, 5)).toEqual([])
  })
})
