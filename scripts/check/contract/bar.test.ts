import { expect, test } from 'vitest'
import { barBreachesOf, claimOf, printBar } from './bar.ts'
import { barPoints } from './bar-points.ts'

const all = Object.keys(barPoints).map(Number)

test('a file claims the points its lines name', () => {
  expect(claimOf('a.test.ts', '// proves: 7, 12\n\ntest()\n// proves: 3').points).toEqual([7, 12, 3])
  expect(claimOf('a.test.ts', '// it proves: 7').points).toEqual([])
})

test('a point that nothing proves is a finding', () => {
  const but = (missing: number) => [{ path: 'a.test.ts', points: all.filter((one) => one !== missing) }]
  expect(barBreachesOf([{ path: 'a.test.ts', points: all }])).toEqual([])
  expect(barBreachesOf(but(9)).map(({ text }) => text)).toEqual([expect.stringMatching(/^9 is not proved by any test/)])
})

test('a claim to a point that does not exist is a finding', () => {
  expect(barBreachesOf([{ path: 'a.test.ts', points: [...all, 26] }])).toEqual([
    { path: 'a.test.ts', text: 'proves 26: there is no such point' },
  ])
})

test('the printed list names who proves what', () => {
  expect(printBar([{ path: 'e2e/a.e2e.ts', points: [2] }])).toMatch(/\| 2 \|.*`e2e\/a\.e2e\.ts`/)
})
