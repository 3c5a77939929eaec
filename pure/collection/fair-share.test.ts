import { expect, test } from 'vitest'
import { hasShare, mayHold } from './fair-share.ts'

test.each([
  ['the first', { taken: 0, mine: 0, places: 16 }, true],
  ['the limit of a user', { taken: 4, mine: 4, places: 16, most: 4 }, false],
  ['a limit of zero', { taken: 0, mine: 0, places: 16, most: 0 }, false],
  ['one user up to three quarters', { taken: 11, mine: 11, places: 16 }, true],
  ['and no more', { taken: 12, mine: 12, places: 16 }, false],
  ['the rest is for users without a place', { taken: 12, mine: 0, places: 16 }, true],
  ['or with one place', { taken: 15, mine: 1, places: 16 }, true],
  ['no place is free', { taken: 16, mine: 0, places: 16 }, false],
])('%s', (_, share, may) => expect(hasShare(share)).toBe(may))

/** The number of units that each of `count` users holds when all take one unit in turn while they are allowed to. */
function heldBy(teams: number, most: number): number[] {
  const mine = Array.from({ length: teams }, () => 0)
  for (let round = 0; round < most; round++)
    for (const [team, has] of mine.entries()) {
      const held = mine.reduce((sum, one) => sum + one, 0)
      if (mayHold({ held: held + 1, mine: has + 1, most })) mine[team] = has + 1
    }
  return mine
}

test.each([
  [1, 50],
  [2, 33],
  [4, 20],
])(
  '%i users that take as much as they can have %i of a hundred each, and the same amount stays free',
  (teams, each) => {
    expect(heldBy(teams, 100)).toEqual(Array.from({ length: teams }, () => each))
  },
)
