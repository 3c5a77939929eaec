import { expect, test } from 'vitest'
import { type TopologyNode, type TopologyNetwork, withChanges } from './network.ts'

const node = (id: string, x = 0) => ({ id, x, y: 0 }) as TopologyNode
const network = (more: Partial<TopologyNetwork>) =>
  ({ whole: 1, mark: 'a.1', nodes: [], edges: [], gone: { nodes: [], edges: [] }, ...more }) as TopologyNetwork

test('differences are merged, unchanged parts stay the same objects', () => {
  const held = network({ nodes: [node('d1'), node('d2'), node('d3')] })
  const answer = network({
    whole: 0,
    mark: 'a.2',
    nodes: [node('d2', 5), node('d4')],
    gone: { nodes: ['d3'], edges: [] },
  })
  const next = withChanges(held, answer)
  expect(next.nodes).toEqual([node('d1'), node('d2', 5), node('d4')])
  expect(next.nodes[0]).toBe(held.nodes[0])
  expect(next.edges).toBe(held.edges)
  expect(next.mark).toBe('a.2')
})

test('an answer of everything replaces what was held', () => {
  const held = network({ nodes: [node('d1')] })
  expect(withChanges(held, network({ nodes: [node('d9')] })).nodes).toEqual([node('d9')])
})
