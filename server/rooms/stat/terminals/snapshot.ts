/** Snapshots of the usage of terminals, see tables.sql. Pure. */

/** One column of a snapshot. */
export interface SnapshotColumn {
  /** Ascending. */
  ids: Uint32Array
  kinds: Uint8Array
  values: Uint32Array
}

export const kindOf = (company: number, os: number): number => company + 8 * os
export const companyOf = (kind: number): number => kind & 7
export const osOf = (kind: number): number => kind >> 3

/** Numbers as stored. Buffers of the driver begin at any offset; typed arrays must be aligned. */
export const numbersOf = (bytes: Buffer): Uint32Array =>
  new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))

export const bytesOf = (numbers: Uint32Array): Buffer =>
  Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength)

/**
 * The usage between two snapshots of one scene, by terminal; those without any are left out. Without an earlier
 * snapshot the totals count.
 */
export function difference(
  later: SnapshotColumn,
  earlier: SnapshotColumn | undefined,
  visit: (id: number, kind: number, value: number) => void,
): void {
  let before = 0
  const length = earlier?.ids.length ?? 0
  for (let at = 0; at < later.ids.length; at++) {
    const id = later.ids[at] as number
    while (earlier && before < length && (earlier.ids[before] as number) < id) before++
    const known = earlier && before < length && earlier.ids[before] === id ? (earlier.values[before] as number) : 0
    // modulo 2^32: correct after an overflow too
    const value = ((later.values[at] as number) - known) >>> 0
    if (value > 0) visit(id, later.kinds[at] as number, value)
  }
}

/** The highest few of very many. */
export class Highest {
  private readonly rows: { id: number; value: number }[] = []
  private readonly most: number
  total = 0

  constructor(most: number) {
    this.most = most
  }

  add(id: number, value: number): void {
    this.total += value
    const { rows, most } = this
    if (rows.length === most && value <= (rows[most - 1]?.value ?? 0)) return
    let at = rows.length
    while (at > 0 && (rows[at - 1]?.value ?? 0) < value) at--
    rows.splice(at, 0, { id, value })
    if (rows.length > most) rows.pop()
  }

  list(): readonly { id: number; value: number }[] {
    return this.rows
  }
}
