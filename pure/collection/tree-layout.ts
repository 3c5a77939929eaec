/** A node and its parent; `parent` null or unknown: a root. */
export interface TreeNode {
  id: string
  parent: string | null
}

export interface LayoutPosition {
  x: number
  y: number
}

/**
 * Distances between the centers of neighbours in a row, of a node and its child, and of rows of leaves; width kept free for the
 * vertical link.
 */
export const treeGap = { x: 160, y: 112, row: 84, trunk: 32 } as const

interface Block {
  /** Width on both sides of the center of the node. */
  left: number
  right: number
  /** Distance from the center of the node to the center of its lowest descendant. */
  height: number
  spots: { id: string; x: number; y: number }[]
}

/** Up to this number, nodes without a link are placed beside the trees; above it, in rows below the trees. */
const FEW = 3

/**
 * Places the trees side by side, each below its root. Leaves of a node are placed in rows below it, with a gap in the middle for
 * the link to them. Branches are placed on both sides, in several rows when there are many. Children keep the given order. Many
 * nodes without parent and children are placed in rows below the trees. Positions are the centers of the nodes, whole numbers;
 * the first root is at 0, 0.
 */
export function layoutTrees(nodes: readonly TreeNode[]): Map<string, LayoutPosition> {
  const known = new Set(nodes.map(({ id }) => id))
  const children = Map.groupBy(nodes, ({ parent }) => (parent !== null && known.has(parent) ? parent : ''))
  const placed = new Map<string, LayoutPosition>()
  let edge = 0
  let first = true
  const roots = children.get('') ?? []
  const alone = roots.filter(({ id }) => !children.has(id))
  const below = new Set(alone.length > FEW ? alone : [])
  // the first node of a cycle is also a root
  for (const one of [...roots, ...nodes]) {
    if (placed.has(one.id) || below.has(one)) continue
    const block = blockOf(one.id, children, new Set(placed.keys()))
    const shift = first ? 0 : edge + block.left
    for (const spot of block.spots) placed.set(spot.id, { x: Math.round(spot.x + shift), y: Math.round(spot.y) })
    edge = shift + block.right
    first = false
  }
  addAlone(placed, [...below])
  return placed
}

/** At least as wide as the part above, and otherwise not much wider than high. */
function addAlone(placed: Map<string, LayoutPosition>, alone: readonly TreeNode[]): void {
  const above = [...placed.values()]
  const left = Math.min(...above.map(({ x }) => x), above.length > 0 ? Number.POSITIVE_INFINITY : 0)
  const right = Math.max(...above.map(({ x }) => x), left)
  const top = above.length > 0 ? Math.max(...above.map(({ y }) => y)) + treeGap.y : 0
  const fitting = Math.floor((right - left) / treeGap.x) + 1
  const columns = Math.max(Math.ceil(Math.sqrt(alone.length * 1.2)), Math.min(fitting, Math.ceil(alone.length / 2)))
  for (const [at, { id }] of alone.entries())
    placed.set(id, { x: left + (at % columns) * treeGap.x, y: top + Math.floor(at / columns) * treeGap.row })
}

function blockOf(id: string, children: ReadonlyMap<string, readonly TreeNode[]>, taken: Set<string>): Block {
  taken.add(id)
  const own = (children.get(id) ?? []).filter((one) => !taken.has(one.id))
  const branches = own.filter((one) => children.has(one.id))
  const leaves = own.filter((one) => !children.has(one.id))
  for (const one of leaves) taken.add(one.id)
  const middle = leafRows(leaves.map((one) => one.id))
  const blocks = branches.map((one) => blockOf(one.id, children, taken))
  const rows = inRows(blocks)
  const block: Block = { ...middle, spots: [{ id, x: 0, y: 0 }, ...middle.spots] }
  if (rows.length === 1) addRow(block, blocks, treeGap.y, leaves.length > 0)
  else for (const row of rows) addRow(block, row, block.height + treeGap.y, false, treeGap.trunk / 2)
  return { ...block, left: Math.max(block.left, treeGap.x / 2), right: Math.max(block.right, treeGap.x / 2) }
}

const widthOf = ({ left, right }: Block) => left + right

/** Splits branches into rows, so that the result is not much wider than high. */
function inRows(blocks: readonly Block[]): Block[][] {
  const area = blocks.reduce((sum, one) => sum + widthOf(one) * (one.height + treeGap.y), 0)
  const most = Math.max(Math.sqrt(area * 2.2), 2 * Math.max(0, ...blocks.map(widthOf)), 6 * treeGap.x)
  const rows: Block[][] = []
  let width = Number.POSITIVE_INFINITY
  for (const one of blocks) {
    width += widthOf(one)
    if (width > most) {
      rows.push([])
      width = widthOf(one)
    }
    rows.at(-1)?.push(one)
  }
  return rows
}

/**
 * Places blocks on both sides of the middle of a block, half of them on each side; next to blocks that are already there when
 * `beside`.
 */
function addRow(block: Block, row: readonly Block[], y: number, beside: boolean, gap = 0): void {
  let [left, right] = beside ? [block.left, block.right] : [gap, gap]
  const take = (one: Block, x: number) => {
    for (const spot of one.spots) block.spots.push({ id: spot.id, x: spot.x + x, y: spot.y + y })
    block.height = Math.max(block.height, y + one.height)
  }
  const half = Math.floor(row.length / 2)
  // the odd block is placed in the middle when no link passes there
  const odd = !beside && gap === 0 && row.length % 2 === 1 ? row[half] : undefined
  if (odd) {
    take(odd, 0)
    left = odd.left
    right = odd.right
  }
  for (const one of row.slice(0, half).reverse()) {
    take(one, -left - one.right)
    left += widthOf(one)
  }
  for (const one of row.slice(odd ? half + 1 : half)) {
    take(one, right + one.left)
    right += widthOf(one)
  }
  block.left = Math.max(block.left, left)
  block.right = Math.max(block.right, right)
}

function leafRows(ids: readonly string[]): Block {
  if (ids.length === 0) return { left: 0, right: 0, height: 0, spots: [] }
  // a few blocks are placed in one row with one in the middle
  if (ids.length <= 3) {
    const width = (ids.length - 1) * treeGap.x
    const spots = ids.map((id, at) => ({ id, x: at * treeGap.x - width / 2, y: treeGap.y }))
    const side = (width + treeGap.x) / 2
    return { left: side, right: side, height: treeGap.y, spots }
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
  const height = treeGap.y + (Math.ceil(ids.length / (side * 2)) - 1) * treeGap.row
  return { left: width, right: width, height, spots }
}

/**
 * Positions for new nodes beside existing ones: below the parent, at the first free position. Parents are placed before their
 * children. Nodes without a placed parent are placed in a row below all others.
 */
export function layoutBeside(
  nodes: readonly TreeNode[],
  placed: ReadonlyMap<string, LayoutPosition>,
): Map<string, LayoutPosition> {
  const free = new Map(nodes.filter(({ id }) => !placed.has(id)).map((one) => [one.id, one]))
  const all = new Map(placed)
  const added = new Map<string, LayoutPosition>()
  const grid = new Set([...placed.values()].map(cellOf))
  const put = (id: string, wanted: LayoutPosition) => {
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

const cellOf = ({ x, y }: LayoutPosition) =>
  `${Math.round(x / (treeGap.x * 0.75))} ${Math.round(y / (treeGap.row * 0.75))}`
