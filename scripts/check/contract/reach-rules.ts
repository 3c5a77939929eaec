import { type SyntaxNode, type SourceFile, targetOf } from '../source.ts'

/** A top-level symbol of a file: `path#name`, for handlers `path#calls.name`. */
type SymbolKey = string

/** The references between symbols. */
export interface ReferenceGraph {
  readonly edges: ReadonlyMap<SymbolKey, ReadonlySet<SymbolKey>>
}

interface FileNames {
  /** Names that the file declares at its top level. */
  readonly own: ReadonlySet<string>
  readonly imported: ReadonlyMap<string, SymbolKey>
  /** `import * as x`: the imported file by the name. */
  readonly spaces: ReadonlyMap<string, string>
}

/**
 * The references of each top-level symbol of these files, by name: other symbols, the handlers of calls, the listeners of the named
 * events. It contains at least everything that runs, except what is discovered by kind (scheduled jobs, reversals).
 */
export function reachOf(sources: readonly SourceFile[]): ReferenceGraph {
  const edges = new Map<SymbolKey, Set<SymbolKey>>()
  const link = (from: SymbolKey, to: Iterable<SymbolKey>) => {
    const known = edges.get(from) ?? new Set()
    for (const one of to) known.add(one)
    edges.set(from, known)
  }
  for (const source of sources) {
    const names = namesOf(source)
    const placesIn = (node: SyntaxNode) => referredIn(source, names, node)
    for (const [from, to] of againFrom(source)) link(from, [to])
    for (const { name, node } of topOf(source)) {
      const place = `${source.path}#${name}`
      const made = callIn(node)
      const [first, second] = (made?.node['arguments'] as SyntaxNode[] | undefined) ?? []
      if (made?.name === 'implement' && second?.type === 'ObjectExpression')
        for (const property of second['properties'] as SyntaxNode[]) {
          const value = (property['value'] as SyntaxNode | undefined) ?? property
          link(`${place}.${nameOf(property['key'])}`, placesIn(value))
        }
      else if (made?.name === 'listen' && first)
        for (const event of placesIn(first)) link(event, [place, ...placesIn(node)])
      else link(place, placesIn(node))
    }
  }
  return { edges }
}

/** The shortest path from a symbol to one of the ends that avoids `not`; undefined if there is none. */
export function shortestPathTo(
  { edges }: ReferenceGraph,
  from: SymbolKey,
  ends: ReadonlySet<SymbolKey>,
  not: ReadonlySet<SymbolKey> = new Set(),
): SymbolKey[] | undefined {
  const before = new Map<SymbolKey, SymbolKey | undefined>([[from, undefined]])
  for (const place of before.keys()) {
    if (ends.has(place)) return backFrom(before, place)
    for (const next of edges.get(place) ?? []) if (!before.has(next) && !not.has(next)) before.set(next, place)
  }
  return undefined
}

function backFrom(before: ReadonlyMap<SymbolKey, SymbolKey | undefined>, end: SymbolKey): SymbolKey[] {
  const way = [end]
  for (let at = before.get(end); at; at = before.get(at)) way.unshift(at)
  return way
}

const nameOf = (node: unknown): string => {
  const { name, value } = (node ?? {}) as { name?: string; value?: unknown }
  return name ?? (typeof value === 'string' ? value : '')
}

/** The call that initialises `const x = f(…)`. */
function callIn(node: SyntaxNode): { name: string; node: SyntaxNode } | undefined {
  const init = node['init'] as SyntaxNode | null | undefined
  return init?.type === 'CallExpression' ? { name: nameOf(init['callee']), node: init } : undefined
}

function* topOf(source: SourceFile): Generator<{ name: string; node: SyntaxNode }> {
  for (const statement of source.program.body as unknown as SyntaxNode[]) {
    const inner =
      statement.type === 'ExportNamedDeclaration' ? (statement['declaration'] as SyntaxNode | null) : statement
    if (!inner) continue
    if (inner.type === 'VariableDeclaration')
      for (const one of inner['declarations'] as SyntaxNode[]) yield { name: nameOf(one['id']), node: one }
    if (inner.type === 'FunctionDeclaration' || inner.type === 'ClassDeclaration')
      yield { name: nameOf(inner['id']), node: inner }
  }
}

function namesOf(source: SourceFile): FileNames {
  const imported = new Map<string, SymbolKey>()
  const spaces = new Map<string, string>()
  for (const statement of source.program.body as unknown as SyntaxNode[]) {
    if (statement.type !== 'ImportDeclaration' || statement['importKind'] === 'type') continue
    const file = targetOf(source.path, nameOf(statement['source']))
    for (const one of statement['specifiers'] as SyntaxNode[]) {
      const local = nameOf(one['local'])
      if (one.type === 'ImportNamespaceSpecifier') spaces.set(local, file)
      else if (one['importKind'] !== 'type') imported.set(local, `${file}#${nameOf(one['imported'])}`)
    }
  }
  return { own: new Set([...topOf(source)].map(({ name }) => name)), imported, spaces }
}

/** `export { a } from`: the exported name, and the symbol that it refers to. */
function* againFrom(source: SourceFile): Generator<[SymbolKey, SymbolKey]> {
  for (const statement of source.program.body as unknown as SyntaxNode[]) {
    if (statement.type !== 'ExportNamedDeclaration' || !statement['source']) continue
    const file = targetOf(source.path, nameOf(statement['source']))
    for (const one of statement['specifiers'] as SyntaxNode[])
      yield [`${source.path}#${nameOf(one['exported'])}`, `${file}#${nameOf(one['local'])}`]
  }
}

/** Symbols referred to below a node; types do not count, because they do not run. */
function referredIn(source: SourceFile, { own, imported, spaces }: FileNames, node: SyntaxNode): Set<SymbolKey> {
  const found = new Set<SymbolKey>()
  const step = (one: SyntaxNode) => {
    if (one.type.startsWith('TS') && one.type !== 'TSAsExpression' && one.type !== 'TSNonNullExpression') return
    if (one.type === 'MemberExpression') {
      const handler = handlerIn(one)
      if (handler) found.add(`${source.path}#${handler}`)
      if (handler && own.has('calls')) return
      const [at, of] = handler ? ['calls', handler] : [nameOf(one['object']), nameOf(one['property'])]
      const file = spaces.get(at)
      if (file) return void found.add(`${file}#${of}`)
      const other = imported.get(at)
      if (handler && other) return void found.add(other.replace(/calls$/, handler))
      step(one['object'] as SyntaxNode)
      if (one['computed']) step(one['property'] as SyntaxNode)
      return
    }
    if (one.type === 'Identifier') {
      const name = nameOf(one)
      const place = imported.get(name) ?? (own.has(name) ? `${source.path}#${name}` : undefined)
      if (place) found.add(place)
      return
    }
    for (const [key, child] of Object.entries(one)) {
      if (key === 'key' && !one['computed']) continue
      for (const each of Array.isArray(child) ? child : [child])
        if (typeof each === 'object' && each !== null && 'type' in each) step(each as SyntaxNode)
    }
  }
  step(node)
  return found
}

/** The handler that `calls.handlers.remove` names. */
function handlerIn(node: SyntaxNode): string | undefined {
  const object = node['object'] as SyntaxNode
  if (object.type !== 'MemberExpression' || nameOf(object['property']) !== 'handlers') return undefined
  return nameOf(object['object']) === 'calls' ? `calls.${nameOf(node['property'])}` : undefined
}
