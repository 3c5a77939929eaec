import { type DependencyGraph, knotsOf } from './circles.ts'
import type { Finding } from '../finding.ts'
import { isTest, type SourceFile, targetOf } from '../source.ts'

/** Circles of the rooms of the contract and of the console, type imports included; dynamic imports do not count. */
export function roomCirclesOf(sources: readonly SourceFile[]): Finding[] {
  return ['contract', 'web'].flatMap((top) => circlesIn(roomGraphOf(sources, top), top))
}

const circlesIn = (graph: DependencyGraph, top: string): Finding[] =>
  knotsOf(graph).map(({ circle }) => ({
    path: `${top}/rooms/${circle[0]}`,
    text: `is part of a circle of rooms: ${circle.join(' → ')}`,
  }))

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

/** Every imported name is a part that `api.ts` loads dynamically. */
function opensLater(source: SourceFile, specifier: string, atOnce: ReadonlySet<string> | undefined): boolean {
  return atOnce !== undefined && namesFrom(source, specifier).every((name) => !atOnce.has(name))
}

/** Names that an `api.ts` exports statically from files of its room; it loads its other exports dynamically. */
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
