import { fstatSync, openSync, readSync } from 'node:fs'

/** Bytes of the longest permitted line; the longest present one is a third of it. */
const LINE = 1024
/** Below this many bytes reading all is cheaper than further bisection. */
const NEAR = 4 * LINE

/** Where the wanted line lies, seen from one line: negative before it, positive after it, 0 it is this one. */
export type Whereabouts = (line: string) => number

/**
 * Looks up lines of a sorted text file by bisection, without loading the file: a dozen small reads out of the page
 * cache. Throws as `openSync` when the file is not there.
 */
export function openSortedLines(path: string): (where: Whereabouts) => string | undefined {
  const file = openSync(path, 'r')
  const { size } = fstatSync(file)
  const read = (from: number, bytes: number) => {
    const buffer = Buffer.allocUnsafe(Math.min(bytes, size - from))
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, buffer.length, from)).split('\n')
  }
  return (where) => {
    // the wanted line begins in [low, high)
    let [low, high] = [0, size]
    while (high - low > NEAR) {
      const middle = Math.floor((low + high) / 2)
      // what stands before the first break is the end of a line
      const side = where(read(middle, 2 * LINE)[1] ?? '')
      if (side < 0) high = middle + LINE
      else low = middle
      // the line itself begins behind `middle`: it stays inside
      if (side === 0) high = Math.min(high, middle + 2 * LINE)
    }
    const lines = read(low, high - low + LINE)
    return lines.slice(low === 0 ? 0 : 1).find((line) => where(line) === 0)
  }
}
