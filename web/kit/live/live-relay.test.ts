import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { joinRelay, type Relay } from './live-relay.ts'
import { type StreamNotice } from './stream-notice.ts'

const SILENCE = 400
const left: Relay[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const relay of left.splice(0)) relay.leave()
})

let uid = 1

function join(id?: number, of = uid) {
  const heard: StreamNotice[] = []
  let gone = 0
  const relay = joinRelay(
    of,
    SILENCE,
    (said) => heard.push(said),
    () => gone++,
    id,
  )
  left.push(relay)
  let turn: AbortSignal | undefined
  const next = () => relay.turn().then((signal) => (turn = signal))
  void next()
  return { ...relay, heard, next, reads: () => turn?.aborted === false, gone: () => gone }
}

const soon = () => pause(150)

test('one window reads, the others receive its events, and one of them takes over when it is closed', async () => {
  uid++
  const first = join()
  await soon()
  const others = [join(), join()]
  const stranger = join(undefined, uid + 1000)
  await soon()
  expect([first, ...others, stranger].map(({ reads }) => reads())).toEqual([true, false, false, true])
  first.tell({ state: 'live' })
  first.tell({ news: 'a' })
  await soon()
  for (const { heard } of others) expect(heard.slice(-2)).toEqual([saying({ state: 'live' }), saying({ news: 'a' })])
  expect(stranger.heard).toEqual([])
  const late = join()
  await soon()
  expect(late.heard).toEqual([saying({ state: 'live' })])
  first.leave()
  await soon()
  expect([...others, late].filter(({ reads }) => reads())).toHaveLength(1)
  expect(others.map(({ gone }) => gone())).toEqual([1, 1])
})

test('of two windows that start at the same time, the lower id continues', async () => {
  uid++
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const [low, high] = [join(0.2), join(0.7)]
  await soon()
  expect([low.reads(), high.reads()]).toEqual([true, false])
  void high.next()
  low.leave()
  await soon()
  expect(high.reads()).toBe(true)
})

test('a silent window counts as closed', async () => {
  uid++
  const dead = join(0.1)
  await soon()
  const other = join(0.9)
  await soon()
  for (let i = 0; i < 5; i++) {
    dead.tell({})
    await pause(SILENCE / 3)
  }
  expect(other.gone()).toBe(0)
  await pause(SILENCE + 150)
  expect(other.gone()).toBe(1)
})

const saying = (said: StreamNotice) => expect.objectContaining(said)
