import { expect, test } from 'vitest'
import { zoneOffset } from './zone-offset.ts'

const july = Date.UTC(2026, 6, 1, 12) / 1000
const january = Date.UTC(2026, 0, 1, 0) / 1000

test.each([
  ['Asia/Shanghai', july, 8 * 3600],
  ['UTC', july, 0],
  ['Asia/Kolkata', january, 5.5 * 3600],
  ['America/New_York', july, -4 * 3600],
  ['America/New_York', january, -5 * 3600],
])('%s at %d is %d seconds ahead', (zone, at, ahead) => expect(zoneOffset(zone, at)).toBe(ahead))
