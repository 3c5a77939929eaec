import { type DependencyGraph, knotsOf } from './circles.ts'
import type { Finding } from '../finding.ts'
import { isTest, type SourceFile, targetOf } from '../source.ts'

/** An import between rooms that closes a circle of rooms and is not turned yet. */
export interface RoomPair {
  readonly from: string
  readonly to: string
  readonly reason: string
}

/** Between rooms of the contract. The list only shrinks: an entry that closes no circle is refused. */
export const contractExceptions: readonly RoomPair[] = [
  { from: 'scene', to: 'device', reason: 'a scene counts its devices by their states' },
  { from: 'device', to: 'change', reason: 'what a confirmation asks for stands with the change set' },
  { from: 'device', to: 'task', reason: 'calls on devices answer with a task' },
  { from: 'device', to: 'terminal', reason: 'the page of a device shows its terminals' },
  { from: 'device', to: 'monitor', reason: 'the list of other devices shows how they are monitored' },
  { from: 'task', to: 'change', reason: 'what a confirmation asks for stands with the change set' },
  { from: 'task', to: 'firmware', reason: 'reasons of tasks name the states of a campaign' },
]

const tablePath = 'scripts/check/imports/room-circles.ts'

/** Circles of the rooms of the contract and of the console, types included; what loads later is no part of one. */
export function roomCirclesOf(
  sources: readonly SourceFile[],
  exceptions: readonly RoomPair[] = contractExceptions,
): Finding[] {
  const contract = roomGraphOf(sources, 'contract')
  const excepted = new Set(exceptions.map(({ from, to }) => `${from} ${to}`))
  const open: DependencyGraph = new Map(
    [...contract].map(([from, all]) => [from, new Set([...all].filter((to) => !excepted.has(`${from} ${to}`)))]),
  )
  return [
    ...circlesIn(open, 'contract'),
    ...circlesIn(roomGraphOf(sources, 'web'), 'web'),
    ...exceptions
      .filter(({ from, to }) => !closesCircle(open, contract, from, to))
      .map(({ from, to }) => ({
        path: tablePath,
        text: `excepts ${from} → ${to}, which closes no circle; take the entry out`,
      })),
  ]
}

const circlesIn = (graph: DependencyGraph, top: string): Finding[] =>
  knotsOf(graph).map(({ circle }) => ({
    path: `${top}/rooms/${circle[0]}`,
    text: `is part of a circle of rooms: ${circle.join(' → ')}`,
  }))

/** The pair is an import, and with it alone the graph has a circle. */
function closesCircle(open: DependencyGraph, whole: DependencyGraph, from: string, to: string): boolean {
  if (!whole.get(from)?.has(to)) return false
  const graph = new Map(open)
  graph.set(from, new Set([...(open.get(from) ?? []), to]))
  return knotsOf(graph).length > 0
}

function roomGraphOf(sources: readonly SourceFile[], top: string): DependencyGraph {
  const graph = new Map<string, Set<string>>()
  const doors = new Map(sources.filter(({ path }) => isDoor(path)).map((source) => [source.path, namesAtOnce(source)]))
  for (const source of sources) {
    const from = roomOf(source.path, top)
    if (!from || isTest(source.path)) continue
    for (const { specifier, late } of source.imports) {
      const target = targetOf(source.path, specifier)
      const to = roomOf(target, top)
      if (!to || to === from || late || opensLater(source, specifier, doors.get(target))) continue
      graph.set(from, (graph.get(from) ?? new Set()).add(to))
    }
  }
  return graph
}

const roomOf = (path: string, top: string) => new RegExp(`^${top}/rooms/([^/]+)/`).exec(path)?.[1]
const isDoor = (path: string) => /^web\/rooms\/[^/]+\/api\.tsx?$/.test(path)

/** Everything taken from the door is a part that it loads later. */
function opensLater(source: SourceFile, specifier: string, atOnce: ReadonlySet<string> | undefined): boolean {
  return atOnce !== undefined && namesFrom(source, specifier).every((name) => !atOnce.has(name))
}

/** What a door passes on from files of its room; the rest of it loads later. */
function namesAtOnce({ program }: SourceFile): ReadonlySet<string> {
  const names = program.body.flatMap((node) =>
    node.type === 'ExportNamedDeclaration' && node.source
      ? node.specifiers.map(({ exported }) => nameOf(exported))
      : [],
  )
  return new Set(names)
}

function namesFrom({ program }: SourceFile, specifier: string): string[] {
  return program.body.flatMap((node) => {
    if (node.type !== 'ImportDeclaration' || node.source.value !== specifier) return []
    return node.specifiers.map((one) => (one.type === 'ImportSpecifier' ? nameOf(one.imported) : one.local.name))
  })
}

const nameOf = (node: { readonly type: string; readonly name?: string; readonly value?: string }) =>
  node.name ?? node.value ?? ''
