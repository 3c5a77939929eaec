import type { Finding } from '../finding.ts'
import { floors } from './floors.ts'
import { type DependencyGraph, knotsOf } from './circles.ts'
import { isTest, type SourceFile, targetOf } from '../source.ts'

/** An import of another room of the server. */
export interface RoomImport {
  readonly from: string
  readonly to: string
  readonly path: string
  readonly line: number
}

const roomOf = (path: string) => /^server\/rooms\/([^/]+)\//.exec(path)?.[1]

/** Every import from one room of the server to another one, types and late ones included; tests apart. */
export function roomImportsOf(sources: readonly SourceFile[]): RoomImport[] {
  return sources.flatMap((source) => {
    const from = roomOf(source.path)
    if (!from || isTest(source.path)) return []
    return source.imports.flatMap(({ specifier, line }) => {
      const to = roomOf(targetOf(source.path, specifier))
      return to && to !== from ? [{ from, to, path: source.path, line }] : []
    })
  })
}

export type Floors = typeof floors

/** Rooms without a floor, floors of rooms that are not there, imports that run up, and circles of rooms. */
export function floorBreachesOf(sources: readonly SourceFile[], table: Floors = floors): Finding[] {
  const floorOf = new Map(table.flatMap(({ floor, rooms }) => rooms.map((room) => [room, floor] as const)))
  const imports = roomImportsOf(sources)
  const up = imports.filter(({ from, to }) => (floorOf.get(to) ?? 0) > (floorOf.get(from) ?? 0))
  const refused = up.map(({ path, line, from, to }) => ({
    path,
    line,
    text: `imports the room ${to} of floor ${floorOf.get(to)}; ${from} is on floor ${floorOf.get(from)}`,
  }))
  return [...unplaced(sources, floorOf), ...refused, ...roomCirclesOf(imports)]
}

const tablePath = 'scripts/check/imports/floors.ts'

function unplaced(sources: readonly SourceFile[], floorOf: ReadonlyMap<string, number>): Finding[] {
  const rooms = new Set(sources.flatMap(({ path }) => roomOf(path) ?? []))
  const without = [...rooms].filter((room) => !floorOf.has(room))
  const gone = [...floorOf.keys()].filter((room) => !rooms.has(room))
  return [
    ...without.map((room) => ({ path: `server/rooms/${room}`, text: `has no floor in ${tablePath}` })),
    ...gone.map((room) => ({ path: tablePath, text: `gives a floor to ${room}, which is no room` })),
  ]
}

function roomCirclesOf(imports: readonly RoomImport[]): Finding[] {
  const graph: DependencyGraph = new Map(
    [...Map.groupBy(imports, ({ from }) => from)].map(([from, list]) => [from, new Set(list.map(({ to }) => to))]),
  )
  return knotsOf(graph).map(({ circle }) => ({
    path: `server/rooms/${circle[0]}`,
    text: `is part of a circle of rooms: ${circle.join(' → ')}`,
  }))
}

/** How the floors stand, for the line of the check. */
export function floorNote(sources: readonly SourceFile[]): string {
  const imports = roomImportsOf(sources)
  const pairs = new Set(imports.map(({ from, to }) => `${from} ${to}`))
  return `${pairs.size} pairs of rooms, ${imports.length} imports, none upwards`
}

/** The table as ARCHITECTURE.md shows it. */
export const floorTable = (table: Floors = floors): string =>
  table.map(({ floor, rooms }) => `${floor}  ${rooms.join(', ')}`).join('\n')

/** ARCHITECTURE.md shows the table as it is. */
export function floorDocumentBreachesOf(text: string, table: Floors = floors): Finding[] {
  const shown = /```floors\n([\s\S]*?)\n```/.exec(text)?.[1]
  if (shown === floorTable(table)) return []
  return [{ path: 'ARCHITECTURE.md', text: `shows other floors than ${tablePath}:\n${floorTable(table)}` }]
}
