import { expect, test } from 'vitest'
import { clustersOf } from './clusters.ts'
import type { Spot } from './mercator.ts'

const clusters = (spots: readonly Spot[], radius: number) => clustersOf(spots, (spot) => spot, radius)

test('what is near is one, what is far is not', () => {
  const found = clusters(
    [
      [0, 0],
      [1, 0],
      [0, 1],
      [10, 10],
    ],
    2,
  )
  expect(found.map(({ members }) => members.length)).toEqual([3, 1])
  expect(found[0]?.spot).toEqual([1 / 3, 1 / 3])
})

test('neighbours over the edge of a cell are found', () => {
  expect(
    clusters(
      [
        [1.99, 1.99],
        [2.01, 2.01],
      ],
      2,
    ),
  ).toHaveLength(1)
  expect(
    clusters(
      [
        [-0.01, 0],
        [0.01, 0],
      ],
      2,
    ),
  ).toHaveLength(1)
})

test('everything is in one cluster and in one only', () => {
  const spots = Array.from({ length: 5000 }, (_, i): Spot => [(i * 7919) % 997, (i * 104_729) % 1009])
  const found = clusters(spots, 25)
  expect(found.flatMap(({ members }) => members)).toHaveLength(5000)
  expect(new Set(found.flatMap(({ members }) => members)).size).toBe(5000)
})

test('nothing makes nothing', () => expect(clusters([], 5)).toEqual([]))
