interface Module {
  readonly importedIds: readonly string[]
  readonly code: string | null
}

interface ModuleGraph {
  getModuleInfo(id: string): Module | null
}

/**
 * Assigns the chunk `name` to every module that an entry of each set loads immediately, so that no set loads the other
 * modules of another set. Entries are paths as the bundler knows them.
 */
export function sharedChunk(name: string, left: readonly string[], right: readonly string[]) {
  let both: Set<string> | undefined
  return (id: string, graph: ModuleGraph): string | null => {
    both ??= inBoth(reachedFrom(left, graph), reachedFrom(right, graph))
    return both.has(id) ? name : null
  }
}

const inBoth = (left: Set<string>, right: Set<string>) => new Set([...left].filter((id) => right.has(id)))

function reachedFrom(entries: readonly string[], graph: ModuleGraph): Set<string> {
  const found = new Set<string>(entries)
  // the set grows during the iteration
  for (const id of found) for (const next of importsOf(id, graph)) found.add(next)
  return found
}

/** The icons are exported by one module that imports all of them: an importer needs only those it names. */
const icons = /[\\/]lucide-react\.mjs$/

function importsOf(id: string, graph: ModuleGraph): string[] {
  const { importedIds = [], code } = graph.getModuleInfo(id) ?? {}
  return importedIds.flatMap((next) => (icons.test(next) ? iconsIn(code ?? '', next, graph) : [next]))
}

function iconsIn(code: string, all: string, graph: ModuleGraph): string[] {
  const named = [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)].flatMap(([, list = '']) =>
    list.split(',').map((one) => one.trim().split(/\s/)[0] ?? ''),
  )
  const files = new Set(named.map((one) => `/icons/${kebab(one)}.mjs`))
  const every = graph.getModuleInfo(all)?.importedIds ?? []
  return every.filter((id) => files.has(id.slice(id.lastIndexOf('/icons/'))) || !id.includes('/icons/'))
}

const kebab = (name: string) => name.replace(/([a-z])([A-Z0-9])/g, '$1-$2').toLowerCase()
