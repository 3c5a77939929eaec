import { expect, test } from 'vitest'
import { SilenceWatch } from './silence.ts'

const BOUND = 90
const EVERY = 10

/** Checks every ten seconds from `from` to `to`; `beats`: the heartbeats of each run at that time. */
function play(silence: SilenceWatch<number>, from: number, to: number, beats: (at: number) => Record<number, number>) {
  let last: number[] | undefined
  for (let at = from; at <= to; at += EVERY) {
    const runs = Object.entries(beats(at)).map(([id, count]) => ({ id: Number(id), beats: count }))
    last = silence.look(runs, at)?.map(({ id }) => id)
  }
  return last
}

test('a gateway with heartbeats is not silent, a stopped one is after the bound', () => {
  const silence = new SilenceWatch<number>(BOUND, EVERY)
  expect(play(silence, 0, 80, (at) => ({ 1: at, 2: 7 }))).toBeUndefined()
  expect(play(silence, 90, 90, (at) => ({ 1: at, 2: 7 }))).toEqual([2])
})

test('without another gateway the result is unknown', () => {
  const silence = new SilenceWatch<number>(BOUND, EVERY)
  expect(play(silence, 0, 1000, () => ({ 1: 7 }))).toBeUndefined()
})

test('devices get the same time to connect to a gateway that has just started', () => {
  const silence = new SilenceWatch<number>(BOUND, EVERY)
  play(silence, 0, 200, () => ({ 1: 7 }))
  expect(play(silence, 210, 290, (at) => ({ 1: 7, 2: at }))).toBeUndefined()
  expect(play(silence, 300, 300, (at) => ({ 1: 7, 2: at }))).toEqual([1])
})

test('and to one that was silent before', () => {
  const silence = new SilenceWatch<number>(BOUND, EVERY)
  play(silence, 0, 200, () => ({ 1: 7, 2: 3 }))
  expect(play(silence, 210, 290, (at) => ({ 1: 7, 2: at }))).toBeUndefined()
})

test('time in which the observer was stopped is not counted', () => {
  const silence = new SilenceWatch<number>(BOUND, EVERY)
  play(silence, 0, 200, (at) => ({ 1: at, 2: at }))
  expect(play(silence, 5000, 5000, () => ({ 1: 200, 2: 200 }))).toEqual([])
  expect(play(silence, 5010, 5090, (at) => ({ 1: at, 2: 200 }))).toEqual([2])
})

test('a run that was dropped and returns starts from the beginning', () => {
  const silence = new SilenceWatch<number>(BOUND, EVERY)
  play(silence, 0, 200, (at) => ({ 1: at, 2: 5 }))
  play(silence, 210, 220, (at) => ({ 1: at }))
  expect(play(silence, 230, 230, (at) => ({ 1: at, 2: 5 }))).toEqual([])
})
