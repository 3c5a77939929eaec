/** A node and what it hangs on; `parent` null or unknown: a root. */
export interface TreeNode {
  id: string
  parent: string | null
}

export interface Spot {
  x: number
  y: number
}

/** Distances between the middles of neighbours in a row, of a node and its children, of rows of leaves; room for the line down. */
export const treeGap = { x: 160, y: 112, row: 84, trunk: 32 } as const

interface Block {
  /** Width to both sides of the node. */
  left: number
  right: number
  spots: { id: string; x: number; y: number }[]
}

/**
 * Places trees below their roots, the roots side by side. Leaves of a node stand in rows below it, with a gap in the middle
 * for the line that reaches them; branches stand to both sides. Children keep the order they are given in. Middles of the
 * nodes, whole numbers; the first root's is at 0, 0.
 */
export function layoutTrees(nodes: readonly TreeNode[]): Map<string, Spot> {
  const known = new Set(nodes.map(({ id }) => id))
  const children = Map.groupBy(nodes, ({ parent }) => (parent !== null && known.has(parent) ? parent : ''))
  const placed = new Map<string, Spot>()
  let edge = 0
  let first = true
  const roots = children.get('') ?? []
  // whoever hangs on itself in a circle is a root too
  for (const { id } of [...roots, ...nodes]) {
    if (placed.has(id)) continue
    const block = blockOf(id, children, new Set(placed.keys()))
    const shift = first ? 0 : edge + block.left
    for (const spot of block.spots) placed.set(spot.id, { x: Math.round(spot.x + shift), y: Math.round(spot.y) })
    edge = shift + block.right
    first = false
  }
  return placed
}

function blockOf(id: string, children: ReadonlyMap<string, readonly TreeNode[]>, taken: Set<string>): Block {
  taken.add(id)
  const own = (children.get(id) ?? []).filter((one) => !taken.has(one.id))
  const branches = own.filter((one) => children.has(one.id))
  const leaves = own.filter((one) => !children.has(one.id))
  for (const one of leaves) taken.add(one.id)
  const middle = leafRows(leaves.map((one) => one.id))
  const blocks = branches.map((one) => blockOf(one.id, children, taken))
  const half = Math.floor(blocks.length / 2)
  let [left, right] = [middle.left, middle.right]
  const spots = [{ id, x: 0, y: 0 }, ...middle.spots]
  const take = (block: Block, x: number) => {
    for (const spot of block.spots) spots.push({ id: spot.id, x: spot.x + x, y: spot.y + treeGap.y })
  }
  if (leaves.length === 0 && blocks.length % 2 === 1) {
    // an odd one stands in the middle
    const block = blocks.splice(half, 1)[0] as Block
    take(block, 0)
    left = block.left
    right = block.right
  } else if (leaves.length === 0) left = right = 0
  blocks
    .slice(0, half)
    .reverse()
    .forEach((block) => {
      take(block, -left - block.right)
      left += block.right + block.left
    })
  blocks.slice(half).forEach((block) => {
    take(block, right + block.left)
    right += block.left + block.right
  })
  return { left: Math.max(left, treeGap.x / 2), right: Math.max(right, treeGap.x / 2), spots }
}

function leafRows(ids: readonly string[]): Block {
  if (ids.length === 0) return { left: 0, right: 0, spots: [] }
  // a few stand in one row with one in the middle
  if (ids.length <= 3) {
    const width = (ids.length - 1) * treeGap.x
    const spots = ids.map((id, at) => ({ id, x: at * treeGap.x - width / 2, y: treeGap.y }))
    return { left: (width + treeGap.x) / 2, right: (width + treeGap.x) / 2, spots }
  }
  const side = Math.ceil(Math.max(4, Math.sqrt(ids.length * 1.2)) / 2)
  const spots = ids.map((id, at) => {
    const [row, column] = [Math.floor(at / (side * 2)), at % (side * 2)]
    const x =
      column < side
        ? (column - side + 0.5) * treeGap.x - treeGap.trunk / 2
        : (column - side + 0.5) * treeGap.x + treeGap.trunk / 2
    return { id, x, y: treeGap.y + row * treeGap.row }
  })
  const width = side * treeGap.x + treeGap.trunk / 2
  return { left: width, right: width, spots }
}

/**
 * Places for nodes that have none, beside those that have: below what they hang on, in the first free spot. Of nodes that
 * hang on each other the upper ones come first. Those that hang on nothing that is placed stand in a row below everything.
 */
export function layoutBeside(nodes: readonly TreeNode[], placed: ReadonlyMap<string, Spot>): Map<string, Spot> {
  const free = new Map(nodes.filter(({ id }) => !placed.has(id)).map((one) => [one.id, one]))
  const all = new Map(placed)
  const added = new Map<string, Spot>()
  const grid = new Set([...placed.values()].map(cellOf))
  const put = (id: string, wanted: Spot) => {
    const spot = { ...wanted }
    for (let n = 1; grid.has(cellOf(spot)) && n < 10_000; n++) {
      const [row, column] = [Math.floor(n / 9), n % 9]
      const side = (column % 2 === 1 ? 1 : -1) * Math.ceil(column / 2)
      spot.x = wanted.x + side * treeGap.x
      spot.y = wanted.y + row * treeGap.row
    }
    grid.add(cellOf(spot))
    all.set(id, spot)
    added.set(id, spot)
    free.delete(id)
  }
  for (let before = -1; free.size > 0 && free.size !== before; ) {
    before = free.size
    const waiting = [...free.values()]
    for (const { id, parent } of waiting) {
      const above = parent === null ? undefined : all.get(parent)
      if (above) put(id, { x: above.x, y: above.y + treeGap.y })
    }
  }
  const bottom = Math.max(0, ...[...all.values()].map(({ y }) => y + treeGap.y))
  const lone = [...free.keys()]
  for (const id of lone) put(id, { x: 0, y: bottom })
  return added
}

const cellOf = ({ x, y }: Spot) => `${Math.round(x / (treeGap.x * 0.75))} ${Math.round(y / (treeGap.row * 0.75))}`
