import { growthOf, LINEAR } from '@belvedere/pure/test-growth.ts'
import { expect, test } from 'vitest'
import { compareLines, countChanges, type DiffRow } from './line-diff.ts'

const side = (...lines: string[]) => ({ keys: lines, shown: lines })
const brief = (rows: DiffRow[]) => rows.map(({ kind, a, b, old, new: now }) => `${kind} ${a} ${b} ${old}|${now}`)

test('lines are displayed side by side, and lines far from a change are folded', () => {
  const a = Array.from({ length: 12 }, (_, n) => `line ${n}`)
  const b = [...a.slice(0, 5), 'other', ...a.slice(6), 'end']
  const { add, del, rows } = compareLines(side(...a), side(...b))
  expect({ add, del }).toEqual({ add: 2, del: 1 })
  expect(brief(rows)).toEqual([
    'skip 1 1 |2',
    'same 3 3 line 2|line 2',
    'same 4 4 line 3|line 3',
    'same 5 5 line 4|line 4',
    'change 6 6 line 5|other',
    ...[6, 7, 8, 9, 10, 11].map((n) => `same ${n + 1} ${n + 1} line ${n}|line ${n}`),
    'add 0 13 |end',
  ])
})

test('lines with one key are equal, independent of their text', () => {
  const a = { keys: ['k'], shown: ['counter 1'] }
  expect(compareLines(a, { keys: ['k'], shown: ['counter 2'] })).toMatchObject({ add: 0, del: 0 })
})

test('nothing against something, and texts that differ altogether', () => {
  expect(countChanges([], ['a', 'b'])).toEqual({ add: 2, del: 0 })
  expect(countChanges(['a', 'b'], [])).toEqual({ add: 0, del: 2 })
  const many = (word: string, length: number) => Array.from({ length }, (_, n) => `${word} ${n}`)
  expect(countChanges(many('old', 20_000), many('new', 20_000))).toEqual({ add: 20_000, del: 20_000 })
  const growth = growthOf((size) => {
    const [old, now] = [many('old', size), many('new', size)]
    return () => countChanges(old, now)
  }, 5000)
  expect(growth).toBeLessThan(LINEAR)
})

test('for any change, both sides can be read from the view', () => {
  let state = 7
  const next = (most: number) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % most
  for (let round = 0; round < 200; round++) {
    const a = Array.from({ length: next(12) }, () => `l${next(4)}`)
    const b = Array.from({ length: next(12) }, () => `l${next(4)}`)
    const { rows, add, del } = compareLines(side(...a), side(...b))
    const whole = (key: 'a' | 'b', text: 'old' | 'new', lines: string[]) =>
      rows.flatMap((row) =>
        row.kind === 'skip'
          ? lines.slice(row[key] - 1, row[key] - 1 + Number(row.new))
          : row[key] > 0
            ? [row[text]]
            : [],
      )
    expect(whole('a', 'old', a), `round ${round}`).toEqual(a)
    expect(whole('b', 'new', b), `round ${round}`).toEqual(b)
    expect(countChanges(a, b)).toEqual({ add, del })
    expect(b.length - a.length).toBe(add - del)
  }
})
