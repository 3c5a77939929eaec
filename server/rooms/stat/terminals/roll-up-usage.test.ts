import { expect, test } from 'vitest'
import { addUp } from './roll-up-usage.ts'
import { companyOf, difference, Highest, osOf } from './snapshot.ts'

const hour = (id: number, flow: number, more = {}) => ({
  id,
  flow,
  online: 60,
  access: 1,
  mac: '00:11:22:33:44:55',
  hostname: null,
  dhcp_class: null,
  ...more,
})
const column = (page: ReturnType<typeof addUp>) => ({ ids: page.ids, kinds: page.kinds, values: page.flow })
function between(later: ReturnType<typeof addUp>, earlier?: ReturnType<typeof addUp>) {
  const found: [number, number][] = []
  difference(column(later), earlier && column(earlier), (id, _, value) => found.push([id, value]))
  return found
}

test('a snapshot adds an hour to the previous one, and their difference is the hour', () => {
  const first = addUp(undefined, [hour(2, 4096), hour(5, 1024)])
  const second = addUp(first, [hour(1, 2048), hour(5, 3072), hour(9, 1024)])
  expect([...second.ids]).toEqual([1, 2, 5, 9])
  expect(between(second, first)).toEqual([
    [1, 2],
    [5, 3],
    [9, 1],
  ])
  expect(between(second)).toEqual([
    [1, 2],
    [2, 4],
    [5, 4],
    [9, 1],
  ])
})

test('counters overflow at 2^32', () => {
  const first = addUp(undefined, [hour(1, (2 ** 32 - 2) * 1024)])
  expect(between(addUp(first, [hour(1, 5 * 1024)]), first)).toEqual([[1, 5]])
})

test('removed terminals are left out, unless they have usage', () => {
  const first = addUp(undefined, [hour(1, 1024), hour(2, 1024), hour(3, 1024)])
  expect([...addUp(first, [hour(2, 0)], new Set([3])).ids]).toEqual([2, 3])
})

test('the kind of a terminal follows from its address and its name, also when the name is known later', () => {
  const apple = { mac: '10:00:20:00:00:01' }
  const first = addUp(undefined, [hour(1, 0, { mac: 'da:00:20:00:00:01' }), hour(2, 0, apple)])
  const second = addUp(first, [hour(1, 0, { mac: 'da:00:20:00:00:01', hostname: 'HUAWEI-P60' })])
  expect([...first.kinds].map((kind) => [companyOf(kind), osOf(kind)])).toEqual([
    [7, 0],
    [1, 2],
  ])
  expect([...second.kinds].map((kind) => [companyOf(kind), osOf(kind)])).toEqual([
    [7, 3],
    [1, 2],
  ])
})

test('the highest few of many, and the sum of all', () => {
  const highest = new Highest(3)
  for (const value of [4, 9, 1, 7, 7, 3]) highest.add(value * 10, value)
  expect(highest.list()).toEqual([
    { id: 90, value: 9 },
    { id: 70, value: 7 },
    { id: 70, value: 7 },
  ])
  expect(highest.total).toBe(31)
})
