/** The ports and radios of a device. Names as in configurations. */
export interface Board {
  ports: readonly BoardPort[]
  /** Bands of its radios, as `2G`, `5G`, `6G`. */
  bands: readonly string[]
  /** Channels by band; a missing band supports any. */
  channels: Readonly<Record<string, readonly number[]>>
}

export interface BoardPort {
  name: string
  /** Ports of one role can replace each other: `wan`, `lan`, or the form factor of a switch port. */
  role: string
}

/** The counterpart of a port or radio on the new device; null: none. `used`: the configuration refers to it. */
export interface Pair {
  from: string
  to: string | null
  role: string
  used: boolean
}

export interface Transplanted {
  document: Record<string, unknown>
  ports: Pair[]
  radios: Pair[]
  /** Ports and radios of the new device without a counterpart on the old one. */
  spare_ports: string[]
  spare_radios: string[]
  /** Values that had to be changed, as JSON pointers. */
  adjusted: string[]
}

/** Moves a configuration to another device of the family with other ports and radios: pure. The given document is not changed. */
export type Transplant = (document: Record<string, unknown>, from: Board, to: Board) => Transplanted

/** Matches ports by role and then by order; a port without a match of its role has none. */
export function pairPorts(from: readonly BoardPort[], to: readonly BoardPort[]): Map<string, string | null> {
  const free = new Map([...Map.groupBy(to, ({ role }) => role)].map(([role, ports]) => [role, inOrder(ports)]))
  return new Map(inOrder(from).map(({ name, role }) => [name, free.get(role)?.shift()?.name ?? null]))
}

/** Port 2 before port 10. */
function inOrder(ports: readonly BoardPort[]): BoardPort[] {
  return [...ports].sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
}

/** Equal bands first; the two halves of 5 GHz and the whole of it can replace each other. */
export function pairBands(from: readonly string[], to: readonly string[]): Map<string, string | null> {
  const free = new Set(to)
  const pairs = new Map<string, string | null>()
  const take = (band: string, wanted: string | undefined) => {
    if (wanted === undefined || !free.delete(wanted)) return
    pairs.set(band, wanted)
  }
  for (const band of from) take(band, free.has(band) ? band : undefined)
  for (const band of from) {
    if (!pairs.has(band))
      take(
        band,
        [...free].find((one) => one.slice(0, 2) === band.slice(0, 2)),
      )
    if (!pairs.has(band)) pairs.set(band, null)
  }
  return new Map(from.map((band) => [band, pairs.get(band) ?? null]))
}
