import { describe, expect, test } from 'vitest'
import { surplus } from './thin-rules.ts'

const DAY = 86_400
/** A Monday, midnight UTC. */
const MONDAY = 1_790_553_600
const policy = { newest: 2, daily: 3, weekly: 2, overdue_days: 7 }
const backups = (...ages: number[]) =>
  ages.map((age, n) => ({ id: n + 1, created_at: MONDAY - age, complete: true, keep: false }))
const gone = (list: ReturnType<typeof backups>, offset = 0) => surplus(list, policy, MONDAY, offset)

describe('thinning', () => {
  test('keeps all backups of a device that has few', () => {
    expect(gone(backups(0, 10))).toEqual([])
    expect(gone([])).toEqual([])
  })

  test('keeps the newest, the last of each day and of each week', () => {
    const ages = [0, 3600, 7200, DAY, DAY + 60, 2 * DAY, 3 * DAY, 8 * DAY, 9 * DAY, 20 * DAY]
    // newest: 1 2; days: 1, 2 (the Sunday before), 5 is on the same day as 4
    const kept = backups(...ages).filter(({ id }) => !gone(backups(...ages)).includes(id))
    expect(kept.map(({ created_at }) => MONDAY - created_at)).toEqual([0, 3600, DAY + 60])
  })

  test('never removes the newest, marked ones, or recent incomplete ones', () => {
    const list = backups(0, 60, 120, 180, 240).map((one, n) => ({ ...one, keep: n === 3, complete: n !== 4 }))
    expect(gone(list)).toEqual([3])
  })

  test('days are those of the local time zone', () => {
    const list = backups(0, 10, 20, 5 * 3600, 14 * 3600)
    expect(gone(list)).not.toEqual(gone(list, 8 * 3600))
  })

  test('is idempotent', () => {
    for (let round = 1; round < 60; round++) {
      const list = backups(...Array.from({ length: 80 }, (_, n) => n * round * 977))
      const rest = list.filter(({ id }) => !gone(list).includes(id))
      expect(gone(rest), `round ${round}`).toEqual([])
      expect(rest.length).toBeLessThanOrEqual(policy.newest + policy.daily + policy.weekly)
      expect(rest[0]?.id).toBe(1)
    }
  })
})
