import { type Node, type Source, targetOf } from './source.ts'

/** A piece of the program at the top of a file: `path#name`, of handlers `path#calls.name`. */
type Place = string

/** What refers to what. */
export interface Reach {
  readonly edges: ReadonlyMap<Place, ReadonlySet<Place>>
}

interface Names {
  /** Of the file's own top. */
  readonly own: ReadonlySet<string>
  readonly imported: ReadonlyMap<string, Place>
  /** `import * as x`: the file. */
  readonly spaces: ReadonlyMap<string, string>
}

/**
 * What each piece at the top of these files refers to, by name: other pieces, the handlers of calls, the listeners of the events it
 * names. More than what it runs, never less, but for what is found by its kind (jobs by their clock, undoings).
 */
export function reachOf(sources: readonly Source[]): Reach {
  const edges = new Map<Place, Set<Place>>()
  const link = (from: Place, to: Iterable<Place>) => {
    const known = edges.get(from) ?? new Set()
    for (const one of to) known.add(one)
    edges.set(from, known)
  }
  for (const source of sources) {
    const names = namesOf(source)
    const placesIn = (node: Node) => referredIn(source, names, node)
    for (const [from, to] of againFrom(source)) link(from, [to])
    for (const { name, node } of topOf(source)) {
      const place = `${source.path}#${name}`
      const made = callIn(node)
      const [first, second] = (made?.node['arguments'] as Node[] | undefined) ?? []
      if (made?.name === 'implement' && second?.type === 'ObjectExpression')
        for (const property of second['properties'] as Node[]) {
          const value = (property['value'] as Node | undefined) ?? property
          link(`${place}.${nameOf(property['key'])}`, placesIn(value))
        }
      else if (made?.name === 'listen' && first)
        for (const event of placesIn(first)) link(event, [place, ...placesIn(node)])
      else link(place, placesIn(node))
    }
  }
  return { edges }
}

/** The way from there to one of the ends, through nothing of `not`; undefined: it reaches none. */
export function wayTo(
  { edges }: Reach,
  from: Place,
  ends: ReadonlySet<Place>,
  not: ReadonlySet<Place> = new Set(),
): Place[] | undefined {
  const before = new Map<Place, Place | undefined>([[from, undefined]])
  for (const place of before.keys()) {
    if (ends.has(place)) return backFrom(before, place)
    for (const next of edges.get(place) ?? []) if (!before.has(next) && !not.has(next)) before.set(next, place)
  }
  return undefined
}

function backFrom(before: ReadonlyMap<Place, Place | undefined>, end: Place): Place[] {
  const way = [end]
  for (let at = before.get(end); at; at = before.get(at)) way.unshift(at)
  return way
}

const nameOf = (node: unknown): string => {
  const { name, value } = (node ?? {}) as { name?: string; value?: unknown }
  return name ?? (typeof value === 'string' ? value : '')
}

/** The call that a `const x = f(…)` is made by. */
function callIn(node: Node): { name: string; node: Node } | undefined {
  const init = node['init'] as Node | null | undefined
  return init?.type === 'CallExpression' ? { name: nameOf(init['callee']), node: init } : undefined
}

function* topOf(source: Source): Generator<{ name: string; node: Node }> {
  for (const statement of source.program.body as unknown as Node[]) {
    const inner = statement.type === 'ExportNamedDeclaration' ? (statement['declaration'] as Node | null) : statement
    if (!inner) continue
    if (inner.type === 'VariableDeclaration')
      for (const one of inner['declarations'] as Node[]) yield { name: nameOf(one['id']), node: one }
    if (inner.type === 'FunctionDeclaration' || inner.type === 'ClassDeclaration')
      yield { name: nameOf(inner['id']), node: inner }
  }
}

function namesOf(source: Source): Names {
  const imported = new Map<string, Place>()
  const spaces = new Map<string, string>()
  for (const statement of source.program.body as unknown as Node[]) {
    if (statement.type !== 'ImportDeclaration' || statement['importKind'] === 'type') continue
    const file = targetOf(source.path, nameOf(statement['source']))
    for (const one of statement['specifiers'] as Node[]) {
      const local = nameOf(one['local'])
      if (one.type === 'ImportNamespaceSpecifier') spaces.set(local, file)
      else if (one['importKind'] !== 'type') imported.set(local, `${file}#${nameOf(one['imported'])}`)
    }
  }
  return { own: new Set([...topOf(source)].map(({ name }) => name)), imported, spaces }
}

/** `export { a } from`: the name here, and the piece it is. */
function* againFrom(source: Source): Generator<[Place, Place]> {
  for (const statement of source.program.body as unknown as Node[]) {
    if (statement.type !== 'ExportNamedDeclaration' || !statement['source']) continue
    const file = targetOf(source.path, nameOf(statement['source']))
    for (const one of statement['specifiers'] as Node[])
      yield [`${source.path}#${nameOf(one['exported'])}`, `${file}#${nameOf(one['local'])}`]
  }
}

/** Pieces named below a node; types are nothing that runs. */
function referredIn(source: Source, { own, imported, spaces }: Names, node: Node): Set<Place> {
  const found = new Set<Place>()
  const step = (one: Node) => {
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
      step(one['object'] as Node)
      if (one['computed']) step(one['property'] as Node)
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
        if (typeof each === 'object' && each !== null && 'type' in each) step(each as Node)
    }
  }
  step(node)
  return found
}

/** `calls.handlers.remove` names one handler. */
function handlerIn(node: Node): string | undefined {
  const object = node['object'] as Node
  if (object.type !== 'MemberExpression' || nameOf(object['property']) !== 'handlers') return undefined
  return nameOf(object['object']) === 'calls' ? `calls.${nameOf(node['property'])}` : undefined
}
