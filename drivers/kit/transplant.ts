/** What a device has to plug into and to send with. Names as configurations use them. */
export interface Board {
  ports: readonly BoardPort[]
  /** Bands of its radios, as `2G`, `5G`, `6G`. */
  bands: readonly string[]
  /** Channels by band; a band that is not there takes any. */
  channels: Readonly<Record<string, readonly number[]>>
}

export interface BoardPort {
  name: string
  /** Ports of one role take each other's place: `wan`, `lan`, or the form of a switch's socket. */
  role: string
}

/** Where something of the old device goes on the new one; null: nowhere. `used`: the configuration speaks of it. */
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
  /** Of the new device, without anything of the old one. */
  spare_ports: string[]
  spare_radios: string[]
  /** Values that had to become others, as JSON pointers. */
  adjusted: string[]
}

/** A configuration of one device for another of the family with other sockets and radios: pure. The document given stays as it is. */
export type Transplant = (document: Record<string, unknown>, from: Board, to: Board) => Transplanted

/** Ports by role and then by order; what finds no port of its role stays without one. */
export function pairPorts(from: readonly BoardPort[], to: readonly BoardPort[]): Map<string, string | null> {
  const free = new Map([...Map.groupBy(to, ({ role }) => role)].map(([role, ports]) => [role, inOrder(ports)]))
  return new Map(inOrder(from).map(({ name, role }) => [name, free.get(role)?.shift()?.name ?? null]))
}

/** Socket 2 before socket 10. */
function inOrder(ports: readonly BoardPort[]): BoardPort[] {
  return [...ports].sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
}

/** Bands to themselves first; the two halves of 5 GHz and the whole of it take each other's place. */
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
