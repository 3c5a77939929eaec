import { expect, test } from 'vitest'
import { mostLines, roomBreachesOf } from './room-rules.ts'

const ofLines = (path: string, lines: number) => ({ path, text: 'x\n'.repeat(lines) })
const found = (sources: Parameters<typeof roomBreachesOf>[0], table: Record<string, number> = {}) =>
  roomBreachesOf(sources, table).map(({ path, text }) => `${path} ${text}`)

test('a room above the limit is refused on each side; tests do not count', () => {
  const full = ofLines('server/rooms/lamp/a.ts', mostLines)
  expect(found([full, ofLines('server/rooms/lamp/a.test.ts', 9), ofLines('web/rooms/lamp/view.tsx', 9)])).toEqual([])
  expect(found([full, ofLines('server/rooms/lamp/in/b.ts', 1)])).toEqual([
    `server/rooms/lamp has ${mostLines + 1} lines, ${mostLines} at most: divide it`,
  ])
  expect(found([ofLines('web/rooms/lamp/view.tsx', mostLines + 1)])).toHaveLength(1)
  expect(found([ofLines('contract/rooms/lamp/lamp.ts', mostLines + 1)])).toHaveLength(1)
})

test('a large room does not grow, and its entry shrinks with it', () => {
  const table = { 'server/rooms/lamp': mostLines + 500 }
  expect(found([ofLines('server/rooms/lamp/a.ts', mostLines + 450)], table)).toEqual([])
  expect(found([ofLines('server/rooms/lamp/a.ts', mostLines + 501)], table)).toEqual([
    `server/rooms/lamp has ${mostLines + 501} lines, ${mostLines + 500} at most: divide it`,
  ])
  expect(found([ofLines('server/rooms/lamp/a.ts', mostLines + 290)], table)).toEqual([
    `server/rooms/lamp has ${mostLines + 290} lines: lower its limit of ${mostLines + 500} in the table`,
  ])
  expect(found([ofLines('server/rooms/lamp/a.ts', mostLines)], table)).toEqual([
    `server/rooms/lamp has ${mostLines} lines: remove it from the table of large rooms`,
  ])
})
