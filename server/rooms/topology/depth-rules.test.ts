import { expect, test } from 'vitest'
import { depthsAmong } from './depth-rules.ts'

const device = (id: number, type: number, scene_id = 1) => ({ id, type, scene_id })
const [ROUTER, AP, SWITCH] = [0, 1, 2]

test('hops from the gateway, independent of the kind of links', () => {
  const devices = [device(1, ROUTER), device(2, SWITCH), device(3, SWITCH), device(4, AP)]
  const paths = new Map([
    [1, []],
    [2, [1]],
    [3, [2, 1]],
    [4, [3, 2, 1]],
  ])
  expect([...depthsAmong(devices, paths)]).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 3],
  ])
})

test('a part without a gateway begins at the depth of its outermost device', () => {
  const devices = [device(1, SWITCH), device(2, AP)]
  expect([...depthsAmong(devices, new Map([[2, [1]]])).values()]).toEqual([1, 2])
})

test('without links the type decides; an access point is as deep as the deepest of its scene', () => {
  const devices = [
    device(1, ROUTER),
    device(2, SWITCH),
    device(3, SWITCH),
    device(4, AP),
    device(5, AP),
    device(6, AP, 2),
    device(7, SWITCH, 2),
  ]
  const paths = new Map([
    [2, [1]],
    [3, [2, 1]],
    [4, [3, 2, 1]],
  ])
  expect(depthsAmong(devices, paths)).toEqual(
    new Map([
      [1, 0],
      [2, 1],
      [3, 2],
      [4, 3],
      [5, 3],
      [6, 2],
      [7, 1],
    ]),
  )
})
