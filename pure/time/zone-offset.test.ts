import { expect, test } from 'vitest'
import { zoneOffset, zoneOffsets } from './zone-offset.ts'

const july = Date.UTC(2026, 6, 1, 12) / 1000
const january = Date.UTC(2026, 0, 1, 0) / 1000

test.each([
  ['Asia/Shanghai', july, 8 * 3600],
  ['UTC', july, 0],
  ['Asia/Kolkata', january, 5.5 * 3600],
  ['America/New_York', july, -4 * 3600],
  ['America/New_York', january, -5 * 3600],
])('%s at %d is %d seconds ahead', (zone, at, ahead) => expect(zoneOffset(zone, at)).toBe(ahead))

test('offsets of many times equal those of each', () => {
  for (const zone of ['America/New_York', 'Asia/Shanghai', 'Asia/Kolkata', 'Australia/Lord_Howe']) {
    const offsets = zoneOffsets(zone)
    const year = Array.from({ length: 366 * 24 }, (_, hour) => january + hour * 3600)
    expect(year.filter((at) => offsets(at) !== zoneOffset(zone, at))).toEqual([])
  }
})
