import { beforeAll, expect, test, vi } from 'vitest'

const kept = new Map<string, string>()
beforeAll(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})

test('habits stay with their user', async () => {
  const { loadHabits, rememberVisit, useHabit } = await import('./habit.ts')
  await loadHabits(1)
  useHabit.setState({ collapse: true })
  rememberVisit('/scene/group')
  rememberVisit('/maintenance/log/sys')
  rememberVisit('/scene/group')
  await loadHabits(2)
  expect(useHabit.getState()).toMatchObject({ collapse: false, visited: [] })
  await loadHabits(1)
  expect(useHabit.getState()).toMatchObject({ collapse: true, visited: ['/scene/group', '/maintenance/log/sys'] })
})
