import type { Finding } from '../finding.ts'
import { isTest } from '../source.ts'

/** Maximum of lines of production code of a room on one side: server, contract or web. */
export const mostLines = 4000

/** Larger rooms, with their limits. The table only shrinks. */
export const largeRooms: Readonly<Record<string, number>> = {}

/** Lines by which an entry of the table may exceed the size of the room. */
const SLACK = 200

interface RoomFile {
  readonly path: string
  readonly text: string
}

const roomOf = (path: string) => /^(?:server|contract|web)\/rooms\/[^/]+(?=\/)/.exec(path)?.[0]

/** Lines of production code of each room, by side. */
function linesOf(sources: readonly RoomFile[]): Map<string, number> {
  const lines = new Map<string, number>()
  for (const { path, text } of sources) {
    const room = isTest(path) ? undefined : roomOf(path)
    if (room) lines.set(room, (lines.get(room) ?? 0) + text.split('\n').length - 1)
  }
  return lines
}

/** Rooms above the limit, and entries of the table that are not needed or too high. */
export function roomBreachesOf(sources: readonly RoomFile[], table = largeRooms): Finding[] {
  const lines = linesOf(sources)
  const large = [...lines].flatMap(([room, found]) => {
    const most = table[room] ?? mostLines
    return found > most ? [{ path: room, text: `has ${found} lines, ${most} at most: divide it` }] : []
  })
  const high = Object.entries(table).flatMap(([room, most]) => {
    const found = lines.get(room) ?? 0
    if (found <= mostLines) return [{ path: room, text: `has ${found} lines: remove it from the table of large rooms` }]
    return most > found + SLACK
      ? [{ path: room, text: `has ${found} lines: lower its limit of ${most} in the table` }]
      : []
  })
  return [...large, ...high]
}
