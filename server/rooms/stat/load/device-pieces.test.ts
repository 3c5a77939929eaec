import { expect, test } from 'vitest'
import { devicePieces } from './device-pieces.ts'

const day = 86_400
const hour = 3600
const monday = Date.UTC(2026, 10, 16) / 1000
const reported = { '5m': monday + 9 * day + 6 * hour + 600, '1h': monday + 9 * day + 5 * hour, '1d': monday + 9 * day }

test.each([
  // hours, as far as they are complete
  [monday + 8 * day + 1800, monday + 9 * day, [['1h', monday + 8 * day, monday + 9 * day]]],
  [monday + 9 * day, monday + 10 * day, [['1h', monday + 9 * day, monday + 9 * day + 5 * hour]]],
  // days from the midnight before, and the hours after the last whole one
  [
    monday + hour,
    monday + 9 * day + 4 * hour,
    [
      ['1d', monday, monday + 9 * day],
      ['1h', monday + 9 * day, monday + 9 * day + 4 * hour],
    ],
  ],
  [monday + hour, monday + 7 * day, [['1d', monday, monday + 7 * day]]],
  // five minutes while no hour is complete
  [
    monday + 9 * day + 6 * hour + 60,
    monday + 10 * day,
    [['5m', monday + 9 * day + 6 * hour, monday + 9 * day + 6 * hour + 600]],
  ],
  // nothing is reported yet
  [monday + 10 * day, monday + 11 * day, []],
])('from %d to %d', (from, to, pieces) =>
  expect(devicePieces({ from, to }, reported).map((one) => [one.level, one.from, one.to])).toEqual(pieces),
)
