import type { Finding } from '../finding.ts'
import type { SourceFile, SyntaxNode } from '../source.ts'
import { sharedTypeNames } from './type-names-left.ts'

/** Names that may be declared in any number of files, with the reason. */
const exempt: Readonly<Record<string, string>> = {
  Props: 'the properties of the component in the same file; it is not exported',
}

const declarations = new Set(['TSTypeAliasDeclaration', 'TSInterfaceDeclaration', 'ClassDeclaration'])

/** The types, interfaces and classes that a file declares at its top level. */
function declaredIn(source: SourceFile): { name: string; line: number }[] {
  const body = source.program.body as unknown as SyntaxNode[]
  return body.flatMap((statement) => {
    const node = (statement['declaration'] as SyntaxNode | null | undefined) ?? statement
    const name = (node['id'] as SyntaxNode | null | undefined)?.['name']
    return declarations.has(node.type) && typeof name === 'string' ? [{ name, line: source.lineAt(node.start) }] : []
  })
}

/**
 * One type name has one meaning in the tree: a name that two files declare is refused. Names that several files still declare are listed
 * in a table with the number of their files. The table only shrinks: no number increases, and a name with one declaration is removed.
 */
export function typeNameBreachesOf(
  sources: readonly SourceFile[],
  shared: Readonly<Record<string, number>> = sharedTypeNames,
): Finding[] {
  const files = new Map<string, { path: string; line: number }[]>()
  for (const source of sources)
    for (const { name, line } of declaredIn(source)) {
      const known = files.get(name) ?? []
      if (known.every(({ path }) => path !== source.path)) files.set(name, [...known, { path: source.path, line }])
    }
  const table = 'scripts/check/code/type-names-left.ts'
  const found = [...files].flatMap(([name, places]) => {
    const allowed = shared[name] ?? 1
    if (name in exempt || places.length <= allowed) return []
    return places.map((place) => ({
      ...place,
      text: `${name}: ${places.length} files declare a type of this name${allowed > 1 ? `, ${allowed} are allowed` : ''}; use a name of its domain`,
    }))
  })
  const stale = Object.keys(shared).filter((name) => (files.get(name)?.length ?? 0) < 2)
  return [
    ...found,
    ...stale.map((name) => ({ path: table, text: `${name}: only one file declares it; remove the entry` })),
  ]
}
