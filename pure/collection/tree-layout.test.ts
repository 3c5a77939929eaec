import { growthOf, LINEAR } from '../test-growth.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { layoutBeside, layoutTrees, type TreeNode } from './tree-layout.ts'

const trees = fc.array(fc.tuple(fc.nat(), fc.boolean()), { minLength: 1, maxLength: 300 }).map((list) =>
  list.map(
    ([parent, root], at): TreeNode => ({
      id: `n${at}`,
      parent: root && at % 40 === 0 ? null : at === 0 ? null : `n${parent % at}`,
    }),
  ),
)

describe('trees', () => {
  test('every node has a separate position, and children are below their parents', () => {
    fc.assert(
      fc.property(trees, (nodes) => {
        const spots = layoutTrees(nodes)
        expect(spots.size).toBe(nodes.length)
        const list = [...spots.values()].sort((a, b) => a.y - b.y || a.x - b.x)
        for (const [at, { x, y }] of list.entries())
          for (let next = at + 1; next < list.length && (list[next]?.y ?? 0) - y < 60; next++)
            expect(Math.abs((list[next]?.x ?? 0) - x)).toBeGreaterThanOrEqual(150)
        for (const { id, parent } of nodes)
          if (parent !== null) expect(spots.get(id)?.y).toBeGreaterThan(spots.get(parent)?.y ?? 0)
      }),
      { numRuns: 60 },
    )
  })

  test('many branches are placed in several rows', () => {
    const nodes: TreeNode[] = [{ id: 'core', parent: null }]
    for (let at = 0; at < 80; at++) {
      nodes.push({ id: `s${at}`, parent: 'core' })
      for (let ap = 0; ap < 24; ap++) nodes.push({ id: `s${at}a${ap}`, parent: `s${at}` })
    }
    const spots = [...layoutTrees(nodes).values()]
    const spread = (values: number[]) => Math.max(...values) - Math.min(...values)
    const [width, height] = [spread(spots.map(({ x }) => x)), spread(spots.map(({ y }) => y))]
    expect(width / height).toBeGreaterThan(1)
    expect(width / height).toBeLessThan(4)
  })

  test('a hundred nodes without links are placed in rows below the tree, a few beside it', () => {
    const tree: TreeNode[] = [
      { id: 'core', parent: null },
      { id: 'ap', parent: 'core' },
    ]
    const alone = (many: number): TreeNode[] =>
      Array.from({ length: many }, (_, at) => ({ id: `u${at}`, parent: null }))
    const spots = layoutTrees([...tree, ...alone(100)])
    const own = alone(100).map(({ id }) => spots.get(id) ?? { x: 0, y: 0 })
    expect(new Set(own.map(({ x, y }) => `${x} ${y}`)).size).toBe(100)
    expect(Math.min(...own.map(({ y }) => y))).toBeGreaterThan(spots.get('ap')?.y ?? 0)
    expect(new Set(own.map(({ y }) => y)).size).toBeGreaterThan(6)
    expect(new Set(own.map(({ x }) => x)).size).toBeLessThan(16)
    expect(layoutTrees(alone(100)).get('u0')).toEqual({ x: 0, y: 0 })
    const few = layoutTrees([...tree, ...alone(3)])
    expect([0, 1, 2].map((at) => few.get(`u${at}`)?.y)).toEqual([0, 0, 0])
  })

  test('a cycle is visited once', () => {
    const spots = layoutTrees([
      { id: 'a', parent: 'b' },
      { id: 'b', parent: 'a' },
    ])
    expect(spots.size).toBe(2)
  })

  test('the work grows with the number of nodes', () => {
    const tree = (length: number) =>
      Array.from({ length }, (_, at) => ({ id: `${at}`, parent: at ? `${Math.floor((at - 1) / 24)}` : null }))
    const growth = growthOf((size) => {
      const nodes = tree(size)
      return () => layoutTrees(nodes)
    }, 500)
    expect(growth).toBeLessThan(LINEAR)
  })
})

test('new nodes are placed below their parents and move no other node', () => {
  const placed = new Map([
    ['a', { x: 0, y: 0 }],
    ['b', { x: 0, y: 112 }],
  ])
  const added = layoutBeside(
    [
      { id: 'a', parent: null },
      { id: 'd', parent: 'c' },
      { id: 'c', parent: 'a' },
      { id: 'e', parent: null },
    ],
    placed,
  )
  expect([...added.keys()].sort()).toEqual(['c', 'd', 'e'])
  expect(added.get('c')).toEqual({ x: 160, y: 112 })
  expect(added.get('d')).toEqual({ x: 160, y: 224 })
})
