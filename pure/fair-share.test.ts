import { expect, test } from 'vitest'
import { hasShare } from './fair-share.ts'

test.each([
  ['the first', { taken: 0, mine: 0, places: 16 }, true],
  ['one’s own limit', { taken: 4, mine: 4, places: 16, most: 4 }, false],
  ['a limit of nothing', { taken: 0, mine: 0, places: 16, most: 0 }, false],
  ['alone up to three quarters', { taken: 11, mine: 11, places: 16 }, true],
  ['and no further', { taken: 12, mine: 12, places: 16 }, false],
  ['the rest is for those who have none', { taken: 12, mine: 0, places: 16 }, true],
  ['or one', { taken: 15, mine: 1, places: 16 }, true],
  ['full is full', { taken: 16, mine: 0, places: 16 }, false],
])('%s', (_, share, may) => expect(hasShare(share)).toBe(may))
