import { fstatSync, openSync, readSync } from 'node:fs'

/** Precedes the metadata at the end of the file. */
const MARK = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
const METADATA = 128 * 1024
/** Zeros between the tree and the data. */
const SEPARATOR = 16
/** Records of cities have two levels; deeper nesting is an invalid file. */
const DEEPEST = 8

export type MmdbValue = string | number | MmdbValue[] | { [key: string]: MmdbValue }
type ReadBytes = (from: number, bytes: number) => Buffer

/**
 * Opens a MaxMind DB file (format 2.0) and answers look-ups by reading its tree from disk: available libraries load the whole file into
 * memory, and city files have a hundred megabytes. An address is a number with as many bits as the tree is deep. Throws when the file is
 * missing or invalid.
 */
export function openMmdb(path: string): (address: bigint) => MmdbValue | undefined {
  const file = openSync(path, 'r')
  const read: ReadBytes = (from, bytes) => {
    const buffer = Buffer.allocUnsafe(bytes)
    return buffer.subarray(0, readSync(file, buffer, 0, bytes, from))
  }
  const { nodes, width, bits } = metadataOf(read, fstatSync(file).size)
  const data = nodes * width + SEPARATOR
  const decode = decoderOf((from, bytes) => read(data + from, bytes))
  return (address) => {
    let node = 0
    for (let bit = bits - 1; bit >= 0 && node < nodes; bit--)
      node = recordOf(read(node * width, width), ((address >> BigInt(bit)) & 1n) === 1n)
    // records at or above the number of nodes: nothing, then places in the data
    return node > nodes ? decode(node - nodes - SEPARATOR) : undefined
  }
}

function metadataOf(read: ReadBytes, size: number): { nodes: number; width: number; bits: number } {
  const start = Math.max(0, size - METADATA)
  const tail = read(start, size - start)
  const mark = tail.lastIndexOf(MARK)
  if (mark < 0) throw new Error('no MaxMind database')
  const own = tail.subarray(mark + MARK.length)
  const reported = decoderOf((from, bytes) => own.subarray(from, from + bytes))(0) as Record<string, number>
  return {
    nodes: reported['node_count'] ?? 0,
    width: (reported['record_size'] ?? 0) / 4,
    bits: reported['ip_version'] === 4 ? 32 : 128,
  }
}

/** One of the two records of a node: 24 or 32 bits each, or 28, whose high bits share the byte in the middle. */
function recordOf(node: Buffer, right: boolean): number {
  if (node.length !== 7) return node.readUIntBE(right ? node.length / 2 : 0, node.length / 2)
  const middle = node.readUInt8(3)
  return (right ? middle & 0x0f : middle >> 4) * 2 ** 24 + node.readUIntBE(right ? 4 : 0, 3)
}

/** Reads the value at an offset of the data section. */
function decoderOf(read: ReadBytes): (offset: number) => MmdbValue {
  /** The value, and where the next one begins. */
  const valueAt = (offset: number, depth: number): [MmdbValue, number] => {
    if (depth > DEEPEST) throw new Error('a record of the database is nested too deeply')
    const { type, length, start } = headOf(read(offset, 6), offset)
    // a pointer: its length is the place of the value, which records share
    if (type === 1) return [valueAt(length, depth + 1)[0], start]
    if (type === 7) return manyAt(start, length * 2, depth, (values) => Object.fromEntries(pairsOf(values)))
    if (type === 11) return manyAt(start, length, depth, (values) => values)
    return [plainOf(type, read(start, length)), start + length]
  }
  const manyAt = (
    start: number,
    count: number,
    depth: number,
    made: (values: MmdbValue[]) => MmdbValue,
  ): [MmdbValue, number] => {
    const values: MmdbValue[] = []
    let at = start
    while (values.length < count) {
      const [value, next] = valueAt(at, depth + 1)
      values.push(value)
      at = next
    }
    return [made(values), at]
  }
  return (offset) => valueAt(offset, 0)[0]
}

const pairsOf = (values: MmdbValue[]): [string, MmdbValue][] =>
  values.flatMap((key, at) => (at % 2 ? [] : [[typeof key === 'string' ? key : '', values[at + 1] ?? '']]))

/** Type and length of the value at `offset`, and where its content starts. */
function headOf(head: Buffer, offset: number): { type: number; length: number; start: number } {
  const control = head.readUInt8(0)
  const type = control >> 5
  if (type === 1) {
    const bytes = ((control >> 3) & 3) + 1
    const high = bytes === 4 ? 0 : (control & 7) * 2 ** (8 * bytes)
    return {
      type,
      length: high + head.readUIntBE(1, bytes) + ([0, 2048, 526_336, 0][bytes - 1] ?? 0),
      start: offset + 1 + bytes,
    }
  }
  // types above 7 stand in a byte of their own
  const own = type === 0 ? 1 : 0
  const bytes = Math.max(0, (control & 31) - 28)
  const base = [control & 31, 29, 285, 65_821][bytes] ?? 0
  const length = bytes === 0 ? base : base + head.readUIntBE(1 + own, bytes)
  return { type: own ? head.readUInt8(1) + 7 : type, length, start: offset + 1 + own + bytes }
}

function plainOf(type: number, bytes: Buffer): MmdbValue {
  if (type === 2) return bytes.toString('utf8')
  if (type === 3) return bytes.readDoubleBE()
  if (type === 15) return bytes.readFloatBE()
  if (type === 5 || type === 6 || type === 9) return bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  throw new Error(`a value of type ${type} is not expected in a city`)
}
